-- ON CONFLICT DO UPDATE whose WHERE is not met by a row that may not be updated, or that the view
-- does not show: minor versions differ.
CREATE ROLE r@; CREATE TABLE t (id int PRIMARY KEY, own text); INSERT INTO t VALUES (2,'b'); ALTER TABLE t ENABLE ROW LEVEL SECURITY; GRANT ALL ON t TO r@;
CREATE POLICY s ON t FOR SELECT USING (true); CREATE POLICY i ON t FOR INSERT WITH CHECK (true); CREATE POLICY u ON t FOR UPDATE USING (own='r@');
SET ROLE r@;
INSERT INTO t VALUES (2,'r@') ON CONFLICT (id) DO UPDATE SET own='r@' WHERE t.own='r@';
INSERT INTO t VALUES (2,'r@') ON CONFLICT (id) DO UPDATE SET own='r@' WHERE false;
RESET ROLE; DROP TABLE t;
 CREATE TABLE t (id int PRIMARY KEY, own text); INSERT INTO t VALUES (2,'b'),(3,'a');
CREATE VIEW v AS SELECT * FROM t WHERE own = 'a';
INSERT INTO v VALUES (2,'a') ON CONFLICT (id) DO UPDATE SET own='c';
TABLE t;
INSERT INTO v VALUES (2,'a') ON CONFLICT (id) DO UPDATE SET own='c' WHERE false;
INSERT INTO v VALUES (3,'a') ON CONFLICT (id) DO UPDATE SET own='d';
TABLE t;
