CREATE ROLE "Staff Role" ;
CREATE TABLE "naïve" (id integer, a bigint, "größe" text);
CREATE TABLE parts (id integer, region text, owner text) PARTITION BY LIST (region);
CREATE VIEW public."V0" WITH (security_invoker = true) AS SELECT q.id FROM public."naïve" q UNION SELECT q.id FROM public."naïve" q WHERE (q."größe" = current_user);
GRANT SELECT ON parts TO "Staff Role";
GRANT ALL ON "V0" TO "Staff Role";
SET ROLE "Staff Role";
SELECT FROM "V0" q FULL JOIN parts r ON q.id = r.id WHERE region = nullif ('', 'alice');
