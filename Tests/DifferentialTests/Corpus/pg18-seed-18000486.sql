CREATE ROLE "user";
CREATE TABLE "Notes" (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text, a numeric, ref integer REFERENCES "Notes" (id));
CREATE TABLE public."naïve" (id bigint PRIMARY KEY, note text DEFAULT current_user CHECK (length (note) < 8), "user" text);
CREATE VIEW "public view0" WITH (security_invoker) AS SELECT "user" FROM "naïve";
GRANT ALL ON "Notes" TO "user";
SET ROLE "user";
DELETE FROM "Notes" WHERE ('a' IN (SELECT "user" FROM "public view0") AND ref NOT IN ((1), NULL));
