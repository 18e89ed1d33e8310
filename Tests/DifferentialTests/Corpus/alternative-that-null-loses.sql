CREATE ROLE alice;
CREATE SCHEMA app;
CREATE TABLE public."select" (id bigint PRIMARY KEY, "größe" text DEFAULT current_user, kind integer);
GRANT SELECT ON "select" TO PUBLIC;
SET ROLE alice;
WITH w AS (SELECT q.* FROM public."select" q WHERE (q.id = NULL::integer OR has_table_privilege ('app.items', 'INSERT'))) SELECT FROM w WHERE w.kind = ANY (ARRAY [ 7, 3 ]);
