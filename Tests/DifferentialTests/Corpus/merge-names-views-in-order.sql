CREATE ROLE "ünï";
CREATE TABLE public."naïve" (id integer UNIQUE DEFAULT 1);
CREATE TABLE zeta (id bigint, kind text, "größe" text, "user" text, ref integer REFERENCES "naïve" (id) ON UPDATE RESTRICT);
CREATE VIEW public.v0 AS SELECT * FROM public.zeta q WHERE coalesce (q.id <= ('4'::smallint), true);
CREATE VIEW mine1 AS SELECT ref FROM zeta WITH CHECK OPTION;
CREATE VIEW public."public view2" WITH (security_invoker = true) AS SELECT * FROM public.mine1 q WHERE q.ref <> q.ref WITH CHECK OPTION;
SET ROLE "ünï";
MERGE INTO zeta x USING "public view2" o ON kind IN (SELECT "user" FROM v0) WHEN MATCHED AND x.ref IN (SELECT ref FROM mine1 WHERE ref = ref) THEN UPDATE SET kind = o WHEN NOT MATCHED THEN INSERT VALUES (29, '{NULL,b}'::text, DEFAULT);

