-- DROP SCHEMA pg_catalog (2BP01 required by the database system), information_schema (2BP01): simulated 3F000; DETACH of a table that is not partitioned: 15 42809 table "loose" is not partitioned, 18 42809 ALTER action DETACH PARTITION cannot be performed; simulated 42P01; DETACH CONCURRENTLY in a transaction: 25001, simulated accepts
CREATE TABLE par (id int, k text) PARTITION BY LIST (k); CREATE TABLE pa PARTITION OF par FOR VALUES IN ('a'); CREATE TABLE loose (id int);
ALTER TABLE loose DETACH PARTITION pa;
BEGIN; ALTER TABLE par DETACH PARTITION pa CONCURRENTLY; ROLLBACK;
DROP SCHEMA pg_catalog;
