-- UNIQUE on a partitioned table whose partition is itself partitioned by another column: server 0A000 (UNIQUE constraint on table pb lacks column v); simulated accepts. 15-18
CREATE TABLE par (id int, k text, v int) PARTITION BY LIST (k); CREATE TABLE pb PARTITION OF par FOR VALUES IN ('b') PARTITION BY RANGE (v);
CREATE UNIQUE INDEX ON par (id, k);
ALTER TABLE par ADD PRIMARY KEY (id, k);
CREATE TABLE q (id int, k text, v int, PRIMARY KEY (id, k)) PARTITION BY LIST (k);
CREATE TABLE qb PARTITION OF q FOR VALUES IN ('b') PARTITION BY RANGE (v);
