REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO PUBLIC;
CREATE ROLE bob NOSUPERUSER NOBYPASSRLS INHERIT NOLOGIN;
CREATE TABLE public."naïve" (
  "user" text
);
ALTER TABLE public."naïve" OWNER TO postgres;
ALTER TABLE public."naïve" DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON TABLE public."naïve" FROM PUBLIC, bob;
CREATE OR REPLACE VIEW public.b (a0, a1)
WITH (security_invoker = false, security_barrier = false) AS
SELECT count(q0_1."user") AS a0, NULL AS a1 FROM "naïve" AS q0_1;
ALTER VIEW public.b OWNER TO postgres;
REVOKE ALL ON TABLE public.b FROM PUBLIC, bob;
SET ROLE bob;
DELETE FROM "naïve" AS x USING b AS o;
RESET ROLE;
