CREATE ROLE "ünï";
CREATE TABLE "select" (id integer GENERATED ALWAYS AS IDENTITY (START 60) PRIMARY KEY, "Quoted Name" boolean);
CREATE VIEW public.mine0 WITH (security_invoker) AS SELECT q, count (*) n FROM public."select" q GROUP BY q.id;
CREATE VIEW "V1" AS SELECT * FROM mine0;
ALTER TABLE "select" ENABLE ROW LEVEL SECURITY;
GRANT ALL ON "select" TO "ünï";
GRANT SELECT, UPDATE ON "V1" TO "ünï";
SET ROLE "ünï";
SELECT FROM "V1" q WHERE q.n < (NULL::smallint + '-1'::smallint) FOR SHARE SKIP LOCKED;
