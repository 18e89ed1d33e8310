-- messages only: ALTER TABLE ADD UNIQUE of a column that is not there has no LINE on a server; UPDATE of ctid has one; 18: VALIDATE CONSTRAINT of a key: cannot validate constraint "t_pkey" of relation "t"; 18: nextval of a table has no LINE
CREATE TABLE t (id int PRIMARY KEY);
ALTER TABLE t ADD UNIQUE (u);
UPDATE t SET ctid = NULL;
ALTER TABLE t VALIDATE CONSTRAINT t_pkey;
SELECT nextval('t');
