REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO PUBLIC;
CREATE ROLE bob NOSUPERUSER NOBYPASSRLS NOINHERIT NOLOGIN;
CREATE SCHEMA "Private";
ALTER SCHEMA "Private" OWNER TO postgres;
REVOKE ALL ON SCHEMA "Private" FROM PUBLIC, bob;
CREATE TABLE public."my table" (
  owner_id timestamp with time zone
);
ALTER TABLE public."my table" OWNER TO postgres;
ALTER TABLE public."my table" ENABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON TABLE public."my table" FROM PUBLIC, bob;
CREATE OR REPLACE VIEW public."Notes" (c0, c1)
WITH (security_invoker = false, security_barrier = false) AS
SELECT NULL::timestamp with time zone AS c0, q0_0.owner_id AS c1
FROM "my table" AS q0_0
OFFSET 1;
ALTER VIEW public."Notes" OWNER TO postgres;
REVOKE ALL ON TABLE public."Notes" FROM PUBLIC, bob;
CREATE OR REPLACE VIEW public."select" (c0)
WITH (security_invoker = false, security_barrier = true) AS
SELECT q0_0.c0 FROM "Notes" AS q0_0;
ALTER VIEW public."select" OWNER TO postgres;
REVOKE ALL ON TABLE public."select" FROM PUBLIC, bob;
GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON TABLE public."Notes"
  TO bob;
GRANT SELECT, INSERT, UPDATE, DELETE, REFERENCES, TRIGGER ON TABLE public."select"
  TO bob;
SET ROLE bob;
INSERT INTO "select" VALUES ('2026-01-02 03:04:05+00');
RESET ROLE;
