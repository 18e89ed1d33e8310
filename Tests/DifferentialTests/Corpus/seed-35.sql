REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO PUBLIC;
CREATE ROLE alice NOSUPERUSER NOBYPASSRLS INHERIT NOLOGIN;
CREATE SCHEMA "Private";
ALTER SCHEMA "Private" OWNER TO postgres;
REVOKE ALL ON SCHEMA "Private" FROM PUBLIC, alice;
REVOKE ALL ON SCHEMA "Private" FROM postgres;
GRANT USAGE ON SCHEMA "Private" TO postgres, alice;
CREATE TABLE public."naïve" (
  id bigint
);
ALTER TABLE public."naïve" OWNER TO postgres;
ALTER TABLE public."naïve" ENABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON TABLE public."naïve" FROM PUBLIC, alice;
CREATE TABLE public.zeta (
);
ALTER TABLE public.zeta OWNER TO postgres;
ALTER TABLE public.zeta ENABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON TABLE public.zeta FROM PUBLIC, alice;
CREATE OR REPLACE VIEW public.items (c0, c1)
WITH (security_invoker = false, security_barrier = false) AS
SELECT q0_1.id AS c0, q0_2.c1
FROM "naïve" AS q0_1
  LEFT JOIN (SELECT 0 AS c1) AS q0_2 ON true;
ALTER VIEW public.items OWNER TO postgres;
REVOKE ALL ON TABLE public.items FROM PUBLIC, alice;
CREATE OR REPLACE VIEW "Private".docs (c0, c1)
WITH (security_invoker = true, security_barrier = false) AS
SELECT q0_0.c1 AS c0, 0 AS c1 FROM items AS q0_0;
ALTER VIEW "Private".docs OWNER TO postgres;
REVOKE ALL ON TABLE "Private".docs FROM PUBLIC, alice;
GRANT REFERENCES, TRIGGER ON TABLE public."naïve" TO alice;
GRANT INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES ON TABLE public.zeta TO alice;
REVOKE ALL ON TABLE public.items FROM postgres;
GRANT SELECT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON TABLE public.items
  TO postgres;
GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON TABLE public.items
  TO alice, PUBLIC;
REVOKE ALL ON TABLE "Private".docs FROM postgres;
SET ROLE alice;
SELECT true AS c0 FROM (SELECT true AS k0 FROM (SELECT true AS k0 FROM zeta AS q0_0 CROSS JOIN "Private".docs AS q0_2) AS q0_1) AS q0_0;
RESET ROLE;
