CREATE ROLE bob ;
CREATE TABLE "select" (id integer, "größe" text);
CREATE VIEW public."V0" WITH (security_barrier) AS SELECT (SELECT (s1."größe") FROM public."select" s1 WHERE s1.id >= ('7'::smallint));
CREATE VIEW "public view2" (security_invoker) AS SELECT * FROM "V0";
ALTER VIEW "V0" OWNER TO bob;
DELETE FROM "select" USING "public view2" WHERE EXISTS (SELECT);
