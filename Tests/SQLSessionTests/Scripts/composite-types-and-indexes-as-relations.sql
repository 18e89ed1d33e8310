CREATE TYPE c AS (a int); CREATE TABLE t (id int); CREATE INDEX ti ON t(id); CREATE SEQUENCE s;
SELECT * FROM c; SELECT * FROM ti; ALTER TABLE c ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON c USING (true); SELECT row_security_active('s'), row_security_active('ti'), row_security_active('pg_class');
