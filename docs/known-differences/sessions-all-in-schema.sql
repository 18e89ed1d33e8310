-- GRANT … ON ALL TABLES IN SCHEMA by one without privileges: the table named is t on the server, fk in the simulation (15-18)
CREATE ROLE u; CREATE TABLE t (id int PRIMARY KEY); CREATE TABLE fk (x int);
SET ROLE u; GRANT ALL ON ALL TABLES IN SCHEMA public TO u;
