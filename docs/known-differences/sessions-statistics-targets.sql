-- SET STATISTICS of a column that is not there (42703), of an index column without an expression (42809), COMMENT ON DATABASE by another (42501): simulated accepts. Key of a permanent table to an unlogged one without a key: server 42P16 constraints on permanent tables may reference only permanent tables, simulated 42830. 15-18
CREATE ROLE a; CREATE TABLE t (id int PRIMARY KEY, x int); CREATE UNLOGGED TABLE m (i int);
ALTER TABLE t ALTER nope SET STATISTICS 100;
ALTER TABLE t ALTER nope SET (n_distinct = 5);
ALTER INDEX t_pkey ALTER COLUMN 1 SET STATISTICS 5;
ALTER TABLE t ADD COLUMN z int REFERENCES m;
SET ROLE a; COMMENT ON DATABASE postgres IS 'x';
