-- Which side of a join is read first, where that is sure.
CREATE TABLE q (id integer PRIMARY KEY, owner text);
CREATE TABLE q2 (id integer, owner text);
CREATE TABLE r (id integer, x int, y int, note text, rid int);
INSERT INTO r VALUES (1,0,0,'a',1);
CREATE TABLE rk (id integer PRIMARY KEY, x int, y int, note text);
INSERT INTO rk VALUES (1,0,0,'a');
SELECT FROM q2 q JOIN r ON q.id = r.id WHERE 1/y > 0;
SELECT FROM q2 q JOIN r ON q.id = r.id WHERE 1/y = 0;
CREATE TABLE wide (id int, a text, b text, c text, d text, e text, f text);
CREATE TABLE nar (id int, y int);
INSERT INTO nar VALUES (1, 0);
CREATE TABLE mid (id int, y int, t text);
INSERT INTO mid VALUES (1, 0, 'a');
SELECT FROM wide w, nar n WHERE 1/n.y = 0;
SELECT FROM wide w JOIN nar n ON w.id = n.id WHERE 1/n.y = 0;
