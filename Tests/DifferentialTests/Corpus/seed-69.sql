REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO PUBLIC;
CREATE ROLE "Staff Role" NOSUPERUSER NOBYPASSRLS INHERIT NOLOGIN;
CREATE SCHEMA "Private";
ALTER SCHEMA "Private" OWNER TO postgres;
REVOKE ALL ON SCHEMA "Private" FROM PUBLIC, "Staff Role";
GRANT USAGE ON SCHEMA "Private" TO "Staff Role";
CREATE SEQUENCE public.seq_1;
ALTER SEQUENCE public.seq_1 OWNER TO postgres;
REVOKE ALL ON SEQUENCE public.seq_1 FROM PUBLIC, "Staff Role";
CREATE TABLE public.zeta (
  id integer
);
ALTER TABLE public.zeta OWNER TO postgres;
ALTER TABLE public.zeta ENABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON TABLE public.zeta FROM PUBLIC, "Staff Role";
CREATE TABLE public.items (
  id integer
);
ALTER TABLE public.items OWNER TO postgres;
ALTER TABLE public.items ENABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON TABLE public.items FROM PUBLIC, "Staff Role";
CREATE OR REPLACE VIEW public."Notes" (a0, a1)
WITH (security_invoker = true, security_barrier = false) AS
SELECT sum(q0_0.id) AS a0, true AS a1 FROM items AS q0_0;
ALTER VIEW public."Notes" OWNER TO postgres;
REVOKE ALL ON TABLE public."Notes" FROM PUBLIC, "Staff Role";
CREATE OR REPLACE VIEW public.docs (c0)
WITH (security_invoker = true, security_barrier = false) AS
SELECT q0_0.id AS c0 FROM zeta AS q0_0;
ALTER VIEW public.docs OWNER TO postgres;
REVOKE ALL ON TABLE public.docs FROM PUBLIC, "Staff Role";
CREATE OR REPLACE VIEW public.b (c0, c1)
WITH (security_invoker = false, security_barrier = false) AS
SELECT q0_1.id AS c0, true AS c1 FROM "Notes" AS q0_0 CROSS JOIN zeta AS q0_1;
ALTER VIEW public.b OWNER TO postgres;
REVOKE ALL ON TABLE public.b FROM PUBLIC, "Staff Role";
GRANT SELECT, UPDATE, USAGE ON SEQUENCE public.seq_1 TO "Staff Role";
REVOKE ALL ON TABLE public.zeta FROM postgres;
GRANT DELETE, TRUNCATE, REFERENCES, TRIGGER ON TABLE public.zeta TO "Staff Role";
GRANT SELECT, INSERT, DELETE, TRUNCATE, REFERENCES ON TABLE public."Notes"
  TO "Staff Role";
GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON TABLE public.docs
  TO "Staff Role";
GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON TABLE public.b
  TO "Staff Role";
SET ROLE "Staff Role";
SELECT true AS c0 FROM b AS q0_0 LEFT JOIN docs AS q0_1 ON true;
RESET ROLE;
