CREATE TABLE docs (id integer, "Quoted Name" integer, note boolean, a numeric);
INSERT INTO docs (id, "Quoted Name", note, a) VALUES (4, 7, true, NULL), (2, 42, false, 1);
CREATE FUNCTION f0 () RETURNS boolean LANGUAGE sql AS $$ SELECT (EXISTS (SELECT s0."Quoted Name" FROM public.docs s0))::boolean $$;
CREATE VIEW v0 (security_invoker) AS SELECT a FROM docs WHERE a IS NOT DISTINCT FROM (a);
MERGE INTO docs x USING v0 ON x."Quoted Name" IN (SELECT "Quoted Name" FROM v0) WHEN MATCHED AND f0 () THEN DELETE;
