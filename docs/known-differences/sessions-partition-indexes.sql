-- DROP INDEX of a partition's part of a partitioned index: server 2BP01 cannot drop index pa_id_idx because index i1 requires it; simulated accepts (both statements). 15-18
CREATE TABLE par (id int, k text) PARTITION BY LIST (k); CREATE TABLE pa PARTITION OF par FOR VALUES IN ('a');
CREATE INDEX i1 ON par (id);
DROP INDEX pa_id_idx;
CREATE INDEX j1 ON ONLY par (k); CREATE INDEX j2 ON pa (k); ALTER INDEX j1 ATTACH PARTITION j2;
DROP INDEX j2;
