REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO PUBLIC;
CREATE ROLE "Staff Role" NOSUPERUSER NOBYPASSRLS NOINHERIT NOLOGIN;
CREATE SCHEMA "Private";
ALTER SCHEMA "Private" OWNER TO "Staff Role";
REVOKE ALL ON SCHEMA "Private" FROM PUBLIC, postgres;
GRANT USAGE ON SCHEMA "Private" TO postgres;
CREATE SEQUENCE public.seq_1;
ALTER SEQUENCE public.seq_1 OWNER TO postgres;
REVOKE ALL ON SEQUENCE public.seq_1 FROM PUBLIC, "Staff Role";
CREATE TABLE public.items (
);
ALTER TABLE public.items OWNER TO postgres;
ALTER TABLE public.items ENABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON TABLE public.items FROM PUBLIC, "Staff Role";
CREATE OR REPLACE VIEW public.b (c0, c1, c2)
WITH (security_invoker = false, security_barrier = false) AS
SELECT NULL AS c0, NULL::timestamp with time zone AS c1, NULL AS c2;
ALTER VIEW public.b OWNER TO postgres;
REVOKE ALL ON TABLE public.b FROM PUBLIC, "Staff Role";
GRANT UPDATE, TRUNCATE, REFERENCES, TRIGGER ON TABLE public.items TO "Staff Role";
REVOKE ALL ON TABLE public.b FROM postgres;
SET ROLE "Staff Role";
SELECT true AS c0 FROM (SELECT true AS c0 FROM items AS q0_1 WHERE EXISTS (SELECT true FROM b AS s1)) AS q0_0;
RESET ROLE;
