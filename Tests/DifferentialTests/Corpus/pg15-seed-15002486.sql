CREATE ROLE "user";
CREATE TABLE members (id integer GENERATED ALWAYS AS IDENTITY (START 60), owner text);
CREATE TABLE public."Notes" (id bigint DEFAULT 77 PRIMARY KEY, a smallint);
CREATE VIEW "public view0" WITH (security_barrier) AS SELECT * FROM "Notes" WHERE (1) = (SELECT id FROM members);
CREATE VIEW mine2 WITH (security_invoker) AS SELECT FROM "public view0" WHERE a > a;
ALTER TABLE "Notes" ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON members TO "user" WITH GRANT OPTION;
ALTER VIEW "public view0" OWNER TO "user";
SELECT FROM mine2, "public view0";
