CREATE TABLE "select" (b text, a text);
CREATE TABLE public.child (extra text) INHERITS (public."select");
CREATE VIEW mine0 AS SELECT * FROM "select" WHERE b LIKE 'a%';
CREATE MATERIALIZED VIEW stored AS SELECT FROM child WITH NO DATA;
SELECT FROM stored, (SELECT FROM mine0 WHERE b IS NULL);
