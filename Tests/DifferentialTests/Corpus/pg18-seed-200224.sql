CREATE TABLE "select" (id bigint);
CREATE TABLE public.child (extra text) INHERITS (public."select");
CREATE VIEW mine0 WITH (security_barrier) AS SELECT id FROM child WITH CHECK OPTION;
CREATE MATERIALIZED VIEW public.stored AS SELECT * FROM public.child;
MERGE INTO stored USING mine0 ON id = id WHEN MATCHED AND (smallint) THEN DELETE WHEN NOT MATCHED THEN INSERT (extra) VALUES ((CASE WHEN id THEN integer END, (SELECT (kind))));
-- simulator: ERROR 42702: column reference "id" is ambiguous
-- server:    ERROR 0A000: cannot execute MERGE on relation "stored" DETAIL: This operation is not supported for materialized views.
