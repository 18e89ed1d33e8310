-- DROP COLUMN of an INCLUDE column of a UNIQUE constraint / index: the server drops the whole index and constraint; simulated keeps it (then refuses the second row). 15-18
CREATE TABLE r (x int, y int, z int); ALTER TABLE r ADD CONSTRAINT u1 UNIQUE (x) INCLUDE (y); CREATE UNIQUE INDEX u2 ON r (x) INCLUDE (z);
ALTER TABLE r DROP COLUMN y;
ALTER TABLE r DROP COLUMN z;
INSERT INTO r VALUES (1), (1);
SELECT indexname FROM pg_indexes WHERE tablename='r';
