CREATE TABLE public.items (id bigint);
CREATE VIEW public.v0 AS SELECT q.id FROM public.items q UNION SELECT q.id FROM public.items q;
CREATE VIEW "V1" AS SELECT id renamed FROM v0 WHERE (NULL);
CREATE VIEW public.v2 AS SELECT * FROM public."V1";
CREATE RULE r AS ON DELETE TO v2 DO DELETE FROM "V1";
WITH w AS (DELETE FROM v2 WHERE (renamed IN ('1') AND renamed BETWEEN '-1' AND renamed) RETURNING renamed) SELECT count (*);
