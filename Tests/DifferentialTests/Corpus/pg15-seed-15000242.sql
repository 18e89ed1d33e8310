CREATE ROLE alice;
CREATE TABLE "my table" (id integer, owner numeric, a numeric);
CREATE TABLE public.items (id integer GENERATED ALWAYS AS IDENTITY (START 60) NOT NULL);
CREATE VIEW "public view1" WITH (security_invoker) AS SELECT a FROM "my table" WHERE owner = ('-1') WITH CHECK OPTION;
SET SESSION AUTHORIZATION alice;
DELETE FROM items WHERE (id NOT IN (2, NULL) AND 2 IN (SELECT a FROM "public view1"));
