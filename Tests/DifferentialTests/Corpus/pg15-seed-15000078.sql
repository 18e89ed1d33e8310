CREATE ROLE alice;
CREATE TABLE "naïve" (id bigserial, owner timestamptz, "user" integer);
CREATE TABLE public.docs (id integer PRIMARY KEY, b text CHECK (length (b) < 8));
CREATE VIEW v0 AS SELECT id FROM docs UNION SELECT id FROM docs;
CREATE VIEW public."public view2" AS SELECT q.id FROM public."naïve" q UNION SELECT q.id FROM public."naïve" q WHERE q.id = "user";
SET SESSION AUTHORIZATION alice;
SELECT r.id FROM "public view2" q FULL JOIN v0 r ON q.id = r.id WHERE r.id <> ('-1');
