CREATE ROLE "ünï";
CREATE TABLE public."my table" (id serial PRIMARY KEY);
CREATE TABLE "Notes" (id integer, ref integer REFERENCES "my table" (id) ON UPDATE CASCADE);
CREATE VIEW "public view0" AS SELECT id FROM "Notes";
CREATE VIEW "public view2" WITH (security_invoker) AS SELECT FROM "Notes" GROUP BY id;
SET ROLE "ünï";
SELECT 'a' FROM public."public view2" UNION ALL SELECT 'A' FROM public."public view0" r WHERE r.id > '4'::bigint;
