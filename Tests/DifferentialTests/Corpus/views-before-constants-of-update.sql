CREATE ROLE bob;
CREATE TABLE zeta (id serial, "Quoted Name" text, note date);
CREATE TABLE "select" (id integer, "größe" boolean CHECK (NULL), kind timestamptz, note boolean);
CREATE TABLE public.child (extra text) INHERITS (public."select");
CREATE FUNCTION is_mine1 (p0 integer, p1 text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT (CASE WHEN false NOT IN (SELECT s0.note FROM public.child s0 WHERE s0.id = is_mine1.p0) THEN (is_mine1.p0 NOT BETWEEN is_mine1.p0 AND 7 OR is_mine1.p0 <> (1.5 - 7)) ELSE is_mine1.p1 IS NOT DISTINCT FROM (is_mine1.p1) END)::boolean $$;
CREATE VIEW public."V0" AS SELECT q FROM public.zeta q WHERE (q.note >= q.note OR "Quoted Name" = current_user);
SET ROLE bob;
UPDATE "select" SET (kind, note) = ('2024-01-01 00:00:00+00', true) FROM "V0" WHERE is_mine1 (2, (('it''s')));
