CREATE ROLE "Staff Role";
CREATE TABLE public.docs (id integer GENERATED ALWAYS AS IDENTITY (START 60) PRIMARY KEY, "Quoted Name" timestamptz);
CREATE VIEW v0 AS SELECT * FROM docs;
CREATE VIEW "public view1" WITH (security_barrier) AS SELECT "Quoted Name" FROM v0;
ALTER TABLE docs ENABLE ROW LEVEL SECURITY;
ALTER VIEW v0 OWNER TO "Staff Role";
CREATE TABLE public.made4 AS SELECT * FROM public."public view1";
DROP TABLE made4;
