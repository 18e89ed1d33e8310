REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO PUBLIC;
CREATE ROLE alice NOSUPERUSER NOBYPASSRLS INHERIT NOLOGIN;
CREATE TABLE public."my table" (
);
ALTER TABLE public."my table" OWNER TO postgres;
ALTER TABLE public."my table" ENABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON TABLE public."my table" FROM PUBLIC, alice;
CREATE OR REPLACE VIEW public."naïve" (c0)
WITH (security_invoker = false, security_barrier = false) AS
SELECT NULL AS c0;
ALTER VIEW public."naïve" OWNER TO postgres;
REVOKE ALL ON TABLE public."naïve" FROM PUBLIC, alice;
DROP POLICY IF EXISTS p39_1 ON public."my table";
CREATE POLICY p39_1 ON public."my table"
  AS RESTRICTIVE
  FOR ALL
  TO PUBLIC
  USING (EXISTS (SELECT true FROM "naïve" AS s1));
DROP POLICY IF EXISTS p14_2 ON public."my table";
CREATE POLICY p14_2 ON public."my table"
  AS PERMISSIVE
  FOR ALL
  TO PUBLIC
  USING (true)
  WITH CHECK (true);
SET ROLE alice;
DELETE FROM "my table";
RESET ROLE;
