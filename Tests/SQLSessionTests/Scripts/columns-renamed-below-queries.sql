-- A view keeps the names of its outputs, and those of the queries inside of it, whatever a column
-- that they read is called later.
CREATE ROLE ana@;
CREATE TABLE notes (id int, own text, k int);
INSERT INTO notes VALUES (1, 'a', 1), (2, 'b', 2);
CREATE VIEW of_query AS SELECT s.own FROM (SELECT own FROM notes) s;
CREATE VIEW of_stars AS SELECT * FROM (SELECT * FROM notes) s;
CREATE VIEW of_with AS WITH w AS (SELECT * FROM notes) SELECT own FROM w;
CREATE VIEW of_using AS SELECT own, x.id FROM notes x JOIN notes y USING (own);
CREATE VIEW of_natural AS SELECT own FROM notes NATURAL JOIN (SELECT own FROM notes) s;
CREATE VIEW of_lateral AS SELECT notes.id, l.own FROM notes, LATERAL (SELECT notes.own) l;
CREATE VIEW of_exists AS
  SELECT id FROM notes
  WHERE EXISTS (SELECT FROM (SELECT own FROM notes) q WHERE q.own = notes.own);
CREATE VIEW of_union AS
  SELECT s.own FROM (SELECT own FROM notes UNION SELECT own FROM notes ORDER BY own) s;
CREATE VIEW of_join AS SELECT s.own FROM (notes x JOIN notes y USING (id)) s;
CREATE VIEW of_columns AS SELECT n.own FROM notes n (a);
CREATE VIEW of_sorted AS SELECT DISTINCT own FROM notes ORDER BY own DESC;
CREATE VIEW of_groups AS SELECT own, count(*) FROM notes GROUP BY own ORDER BY own;
CREATE TABLE shown (id int);
INSERT INTO shown VALUES (1), (2), (3);
ALTER TABLE shown ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_query ON shown
  USING (id IN (SELECT s.id FROM (SELECT id, own FROM notes) s WHERE s.own = 'a'));
CREATE POLICY by_with ON shown
  USING (EXISTS (WITH w AS (SELECT * FROM notes) SELECT FROM w WHERE w.own = 'b' AND w.id = shown.id));
CREATE FUNCTION owners() RETURNS SETOF text LANGUAGE sql
  BEGIN ATOMIC SELECT s.own FROM (SELECT own FROM notes) s ORDER BY 1; END;
GRANT SELECT ON notes, shown TO ana@;
ALTER TABLE notes RENAME COLUMN own TO owner;
SELECT own FROM of_query ORDER BY 1;
SELECT id, own FROM of_stars ORDER BY 1;
SELECT own FROM of_with ORDER BY 1;
SELECT own, id FROM of_using ORDER BY 1;
SELECT own FROM of_natural ORDER BY 1;
SELECT id, own FROM of_lateral ORDER BY 1;
SELECT id FROM of_exists ORDER BY 1;
SELECT own FROM of_union ORDER BY 1;
SELECT own FROM of_columns ORDER BY 1;
SELECT own FROM of_sorted;
SELECT own, count FROM of_groups;
SELECT owners();
SET ROLE ana@;
SELECT id FROM shown ORDER BY 1;
RESET ROLE;
-- A new column of the old name is another one.
ALTER TABLE notes RENAME COLUMN k TO rank;
ALTER TABLE notes ADD COLUMN own text DEFAULT 'new';
SELECT own FROM of_query ORDER BY 1;
SELECT * FROM of_stars ORDER BY 1;
SELECT owners();
SET ROLE ana@;
SELECT id FROM shown ORDER BY 1;
RESET ROLE;
DROP TABLE notes, shown CASCADE;
DROP ROLE ana@;
