CREATE ROLE "ünï" ;
CREATE TABLE public."Notes" (id serial PRIMARY KEY, owner boolean, b smallint);
SET ROLE "ünï";
SELECT FROM "Notes" WHERE ((((b <> b))) AND (owner = (has_table_privilege ('public.v2', 'DELETE')) AND owner = ('7' = ANY ((SELECT b FROM "Notes")))));

