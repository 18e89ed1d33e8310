CREATE ROLE "Staff Role";
CREATE TABLE public."select" (b boolean CHECK (b));
CREATE VIEW "V0" WITH (security_invoker, security_barrier) AS SELECT FROM "select" WHERE b <> ALL (ARRAY [ true ]);
ALTER TABLE "select" ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON "select" TO "Staff Role";
GRANT ALL ON "V0" TO "Staff Role";
SET ROLE "Staff Role";
SELECT FROM "V0" q, "V0" FOR SHARE OF q;
