CREATE ROLE "user" ;
REVOKE USAGE ON SCHEMA public FROM PUBLIC;
CREATE TABLE zeta (id serial, "größe" smallint, a text, b text, owner bigint);
INSERT INTO zeta (id, "größe", a, b, owner) VALUES (2, '1', 'bob', 'user', '3');
BEGIN;
DECLARE c CURSOR FOR SELECT tableoid::regclass FROM public.zeta;
SET ROLE "user";
FETCH c;
