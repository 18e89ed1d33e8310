-- INHERIT: CHECK of the same name with another definition (server 42804 child table has different definition), parent is partitioned (42809 cannot inherit from partitioned table; simulated: missing column), RENAME CONSTRAINT of inherited (server renames in children; refuses in the child 42P16); simulated accepts / keeps the name. 15-18
CREATE TABLE inh (id int CHECK (id > 0)); CREATE TABLE ch (id int, CONSTRAINT inh_id_check CHECK (id > 1)); CREATE TABLE ch2 () INHERITS (inh); CREATE TABLE par (id int, k text) PARTITION BY LIST (k);
ALTER TABLE ch INHERIT inh;
ALTER TABLE ch2 RENAME CONSTRAINT inh_id_check TO cc;
ALTER TABLE ch INHERIT par;
ALTER TABLE ONLY inh RENAME CONSTRAINT inh_id_check TO dd;
ALTER TABLE inh RENAME CONSTRAINT inh_id_check TO cc;
INSERT INTO ch2 VALUES (-1);
