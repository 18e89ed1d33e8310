CREATE ROLE bob;
CREATE TABLE members (id integer GENERATED ALWAYS AS IDENTITY (START 60), owner smallint);
CREATE TABLE public."naïve" (kind smallint);
CREATE FUNCTION f0 () RETURNS boolean LANGUAGE sql STRICT AS $$ SELECT ('a' = 'Staff Role'::varchar)::boolean $$;
GRANT ALL ON "naïve" TO bob;
SET ROLE bob;
DELETE FROM public."naïve" WHERE ('0'::smallint = (SELECT s1.owner FROM public.members s1) AND public.f0 ());
