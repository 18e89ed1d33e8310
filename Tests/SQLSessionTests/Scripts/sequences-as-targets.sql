-- Sequences as targets of changes.
CREATE ROLE r@; CREATE SEQUENCE s; CREATE TABLE t (id int DEFAULT nextval('s'));
UPDATE s SET last_value = 3;
DELETE FROM s;
INSERT INTO s VALUES (1, 1, true);
SET ROLE r@;
UPDATE s SET last_value = 3;
DELETE FROM s;
INSERT INTO s VALUES (1, 1, true);
RESET ROLE; GRANT ALL ON s TO r@; SET ROLE r@;
UPDATE s SET last_value = 3;
UPDATE s SET last_value = 3 WHERE is_called;
DELETE FROM s;
INSERT INTO s VALUES (1, 1, true);
UPDATE s SET nope = 3;
RESET ROLE; REVOKE ALL ON s FROM r@; GRANT UPDATE ON s TO r@; SET ROLE r@;
RESET ROLE;
INSERT INTO t DEFAULT VALUES RETURNING *;
