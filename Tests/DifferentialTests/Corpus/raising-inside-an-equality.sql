CREATE ROLE "user";
CREATE SCHEMA "Private";
CREATE TABLE "Notes" (id integer, kind boolean, "Quoted Name" numeric);
INSERT INTO "Notes" (id, kind, "Quoted Name") VALUES (1, true, 7);
CREATE VIEW "V0" AS SELECT FROM "Notes" WHERE (kind = (((row_security_active ('"Private".zeta')) AND id > 2)) AND id = ANY (ARRAY [ (- 1) ]));
GRANT ALL ON "V0" TO "user";
SET ROLE "user";
SELECT FROM public."V0";
