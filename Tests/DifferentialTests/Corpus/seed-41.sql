REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO PUBLIC;
CREATE ROLE alice NOSUPERUSER NOBYPASSRLS NOINHERIT NOLOGIN;
CREATE SEQUENCE public.seq_1;
ALTER SEQUENCE public.seq_1 OWNER TO postgres;
REVOKE ALL ON SEQUENCE public.seq_1 FROM PUBLIC, alice;
CREATE TABLE public."Notes" (
  "größe" numeric
);
ALTER TABLE public."Notes" OWNER TO postgres;
ALTER TABLE public."Notes" DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON TABLE public."Notes" FROM PUBLIC, alice;
CREATE OR REPLACE VIEW public.zeta (c0, c1, c2)
WITH (security_invoker = true, security_barrier = false) AS
SELECT q0_0."größe" AS c0, NULL AS c1, true AS c2
FROM "Notes" AS q0_0
ORDER BY 2 DESC, 1 NULLS LAST, 3 NULLS LAST;
ALTER VIEW public.zeta OWNER TO postgres;
REVOKE ALL ON TABLE public.zeta FROM PUBLIC, alice;
CREATE OR REPLACE VIEW public."select" (c0, c1, c2)
WITH (security_invoker = true, security_barrier = false) AS
SELECT true AS c0, 9000000000 AS c1, NULL::timestamp with time zone AS c2;
ALTER VIEW public."select" OWNER TO postgres;
REVOKE ALL ON TABLE public."select" FROM PUBLIC, alice;
GRANT SELECT, UPDATE, USAGE ON SEQUENCE public.seq_1 TO alice;
GRANT SELECT, UPDATE, TRUNCATE, TRIGGER ON TABLE public."Notes" TO PUBLIC;
REVOKE ALL ON TABLE public.zeta FROM postgres;
GRANT TRUNCATE ON TABLE public.zeta TO postgres;
GRANT INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES ON TABLE public.zeta TO alice;
SET ROLE alice;
SELECT true AS c0 FROM zeta AS q0_1 LEFT JOIN "select" AS q0_2 ON true;
RESET ROLE;
