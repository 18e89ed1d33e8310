REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO PUBLIC;
CREATE ROLE alice NOSUPERUSER NOBYPASSRLS INHERIT NOLOGIN;
CREATE SEQUENCE public.seq_2;
ALTER SEQUENCE public.seq_2 OWNER TO postgres;
REVOKE ALL ON SEQUENCE public.seq_2 FROM PUBLIC, alice;
CREATE TABLE public.items (
  note boolean,
  "größe" integer
);
ALTER TABLE public.items OWNER TO postgres;
ALTER TABLE public.items ENABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON TABLE public.items FROM PUBLIC, alice;
CREATE OR REPLACE VIEW public."naïve" (c0)
WITH (security_invoker = true, security_barrier = false) AS
SELECT q0_0."größe" AS c0 FROM items AS q0_0;
ALTER VIEW public."naïve" OWNER TO postgres;
REVOKE ALL ON TABLE public."naïve" FROM PUBLIC, alice;
CREATE OR REPLACE VIEW public.docs (c0)
WITH (security_invoker = true, security_barrier = false) AS
SELECT q0_0.c0 FROM "naïve" AS q0_0;
ALTER VIEW public.docs OWNER TO postgres;
REVOKE ALL ON TABLE public.docs FROM PUBLIC, alice;
GRANT SELECT, UPDATE, USAGE ON SEQUENCE public.seq_2 TO alice;
GRANT INSERT, DELETE, TRUNCATE ON TABLE public.items TO alice;
REVOKE ALL ON TABLE public."naïve" FROM postgres;
GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON TABLE public.docs
  TO alice;
SET ROLE alice;
DELETE FROM items USING docs AS o WHERE items.note;
RESET ROLE;
