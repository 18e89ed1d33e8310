-- messages only: no LINE where partitions overlap, and of CREATE TABLE … PARTITION OF without CREATE on the schema; 18: cannot alter inherited column / part of the partition key have a LINE; ADD COLUMN of another type than a child's: NOTICE merging definition is too much
CREATE TABLE par (id int, k text) PARTITION BY LIST (k); CREATE TABLE pa PARTITION OF par FOR VALUES IN ('a'); CREATE TABLE loose (id int, k text);
ALTER TABLE par ATTACH PARTITION loose FOR VALUES IN ('a');
CREATE TABLE px PARTITION OF par FOR VALUES IN ('b', 'a');
ALTER TABLE par ALTER k TYPE varchar;
ALTER TABLE pa ALTER id TYPE bigint;
CREATE TABLE inh (id int); CREATE TABLE ch2 (x int) INHERITS (inh);
ALTER TABLE inh ADD COLUMN x text;
CREATE ROLE u; GRANT USAGE ON SCHEMA public TO u; ALTER TABLE par OWNER TO u; SET ROLE u; CREATE TABLE pz PARTITION OF par FOR VALUES IN ('z');
