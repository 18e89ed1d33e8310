-- FULL JOIN on conditions that no merge or hash can join by.
CREATE TABLE a (id int); CREATE TABLE b (id int);
INSERT INTO a VALUES (1),(2); INSERT INTO b VALUES (2),(3);
SELECT * FROM a FULL JOIN b ON current_user = 'postgres';
SELECT * FROM a FULL JOIN b ON current_user = 'x';
SELECT * FROM a FULL JOIN b ON pg_has_role('postgres', 'usage');
SELECT * FROM a FULL JOIN b ON now() IS NULL;
SELECT * FROM a FULL JOIN b ON random() > 2;
SELECT * FROM a FULL JOIN b ON a.id = b.id AND now() IS NULL;
SELECT * FROM a FULL JOIN b ON a.id = b.id AND current_user = 'x';
SELECT * FROM a FULL JOIN b ON a.id > 0;
SELECT * FROM a FULL JOIN b ON a.id < b.id;
SELECT * FROM a FULL JOIN b ON a.id = b.id AND a.id < b.id;
SELECT * FROM a FULL JOIN b ON true ORDER BY 1,2;
SELECT * FROM a FULL JOIN b ON a.id = 1;
SELECT * FROM a FULL JOIN b ON (SELECT true);
SELECT a.id, b.id FROM a FULL JOIN b ON a.id = b.id OR NULL ORDER BY 1, 2;
SELECT a.id, b.id FROM a FULL JOIN b ON a.id < b.id OR NULL;
