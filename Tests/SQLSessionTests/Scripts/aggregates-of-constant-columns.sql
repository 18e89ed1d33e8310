-- Aggregates of constant columns of views.
CREATE ROLE bob@;
CREATE TABLE members (id int, kind boolean);
CREATE VIEW mine AS SELECT kind, initcap('it''s') AS made, 1 AS one FROM members;
GRANT SELECT ON mine TO bob@;
SET ROLE bob@;
SELECT avg(CASE WHEN q.kind < (false IN (SELECT s.kind FROM members s) AND q.made > 'bob') THEN 2 END) FROM mine q;
SELECT count(*) FILTER (WHERE q.one > 1 AND EXISTS (SELECT FROM members)) FROM mine q;
SELECT count(*) FILTER (WHERE q.one > 0 AND EXISTS (SELECT FROM members)) FROM mine q;
SELECT sum(q.one + (SELECT 1 FROM members WHERE q.one > 1)) FROM mine q;
SELECT sum(CASE q.one WHEN 2 THEN (SELECT 1 FROM members) END) FROM mine q GROUP BY q.kind;
SELECT sum(CASE q.one WHEN 1 THEN (SELECT 1 FROM members) END) FROM mine q GROUP BY q.kind;
SELECT q.kind FROM mine q GROUP BY q.kind HAVING max(q.one) > 0 AND bool_or(q.one = 2 AND EXISTS (SELECT FROM members));
