-- What a name costs beside a text.
CREATE ROLE r@; CREATE TABLE t (id int, own text, s text); INSERT INTO t VALUES (1,'r@','1'),(2,'z','bad'),(5,'r@','5'); ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON t USING (s::int > 0); GRANT ALL ON t TO r@; CREATE VIEW b WITH (security_invoker, security_barrier) AS SELECT * FROM t WHERE own=current_user; GRANT ALL ON b TO r@; SET ROLE r@;
SELECT id FROM t WHERE own=current_user;
SELECT id FROM t WHERE own=session_user;
SELECT id FROM t WHERE own='r@';
UPDATE b SET id=id;
