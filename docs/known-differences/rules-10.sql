CREATE TABLE t (id int); CREATE FUNCTION chk(t) RETURNS bool LANGUAGE sql AS 'select $1.id > 1'; CREATE POLICY p ON t USING (chk(t)); 
ALTER TABLE t RENAME TO tt;
SELECT qual, tablename FROM pg_policies;
