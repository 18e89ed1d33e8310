CREATE ROLE "Staff Role";
CREATE TABLE "naïve" (id integer);
CREATE TABLE public."Notes" (id integer);
CREATE VIEW v0 AS SELECT DISTINCT id FROM "Notes";
ALTER VIEW v0 OWNER TO "Staff Role";
ALTER TABLE "naïve" ADD added text;
SELECT FROM "naïve" q LEFT JOIN v0 r ON q.id = r.id WHERE added = NULL;
