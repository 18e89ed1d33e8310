CREATE TABLE a (id int, x int); CREATE TABLE b (id int, y int); INSERT INTO a VALUES (1,1),(2,0); INSERT INTO b VALUES (1,1),(3,0);
SELECT a.id FROM a JOIN b ON a.id=b.id AND 1/b.y>0;
SELECT a.id FROM a LEFT JOIN b ON a.id=b.id AND 1/b.y>0;
SELECT a.id FROM a, b WHERE a.id=b.id AND 1/b.y>0;
SELECT a.id FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.id=a.id AND 1/b.y>0);
SELECT a.id FROM a WHERE a.id IN (SELECT id FROM b) AND 1/a.x>0;
SELECT a.id FROM a NATURAL JOIN b WHERE 1/y>0;
DELETE FROM a USING b WHERE a.id=b.id AND 1/b.y>0;
