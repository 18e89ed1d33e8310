CREATE TABLE "select" (id integer PRIMARY KEY REFERENCES "select" (id) ON DELETE CASCADE);
CREATE TABLE public.members (id bigint PRIMARY KEY REFERENCES public."select");
CREATE VIEW v0 AS SELECT DISTINCT id FROM members;
CREATE VIEW "public view1" AS SELECT FROM v0 WHERE id = nullif (2, 2);
SELECT FROM "public view1" WHERE 'Staff Role' IN (session_user) FOR SHARE;
