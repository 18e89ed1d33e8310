CREATE ROLE "user";
CREATE TABLE "my table" (owner numeric);
CREATE TABLE public."naïve" (id integer, "größe" integer, owner text);
CREATE VIEW mine0 WITH (security_invoker) AS SELECT "größe", owner FROM "naïve"
  WHERE id IN (SELECT owner FROM "my table") WITH CHECK OPTION;
GRANT ALL ON mine0 TO "user";
SET SESSION AUTHORIZATION "user";
PREPARE q1(integer) AS DELETE FROM public.mine0 WHERE "größe" = $1;
EXECUTE q1(7);
RESET SESSION AUTHORIZATION;
