REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO PUBLIC;
CREATE ROLE "Staff Role" NOSUPERUSER NOBYPASSRLS INHERIT NOLOGIN;
CREATE TABLE public."my table" (
);
ALTER TABLE public."my table" OWNER TO postgres;
ALTER TABLE public."my table" ENABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON TABLE public."my table" FROM PUBLIC, "Staff Role";
CREATE OR REPLACE VIEW public.items (c0, c1, c2)
WITH (security_invoker = true, security_barrier = false) AS
SELECT 9000000000 AS c0, true AS c1, NULL::timestamp with time zone AS c2;
ALTER VIEW public.items OWNER TO postgres;
REVOKE ALL ON TABLE public.items FROM PUBLIC, "Staff Role";
SET ROLE "Staff Role";
SELECT true AS c0 FROM "my table" AS q0_0, items AS q0_1;
RESET ROLE;
