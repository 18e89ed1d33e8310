-- ALTER c TYPE twice in one statement: server 0A000 cannot alter type of column "c" twice; simulated accepts. t.c%TYPE in CREATE FUNCTION: NOTICE type reference t.c%TYPE converted to integer is missing. FK action that fails NOT NULL: CONTEXT SQL statement "UPDATE ONLY ..." is missing. 15-18
CREATE TABLE t (id int PRIMARY KEY, c int); CREATE TABLE r (x int NOT NULL REFERENCES t ON DELETE SET NULL); INSERT INTO t VALUES (1); INSERT INTO r VALUES (1);
ALTER TABLE t ALTER c TYPE bigint, ALTER c TYPE text;
CREATE FUNCTION g(t.c%TYPE) RETURNS t.c%TYPE LANGUAGE sql AS 'SELECT 1';
DELETE FROM t;
