-- Joins are left out by what is left of conditions once they are computed.
CREATE ROLE bob@;
CREATE TABLE a (id int PRIMARY KEY, n int);
CREATE TABLE b (id int PRIMARY KEY, n int);
CREATE TABLE hid (id int PRIMARY KEY, n int);
INSERT INTO a VALUES (1, 1);
CREATE VIEW v0 AS SELECT DISTINCT id FROM hid;
ALTER VIEW v0 OWNER TO bob@;
GRANT SELECT ON v0, a, b TO bob@;
SELECT FROM a q LEFT JOIN v0 r ON q.id = r.id WHERE q.id <= CASE WHEN r.id > NULL THEN '42' ELSE '0'::bigint END;
SELECT FROM a q LEFT JOIN v0 r ON q.id = r.id WHERE q.id <= CASE WHEN r.id > 5 THEN '42' ELSE '0'::bigint END;
SELECT CASE WHEN false THEN r.id END FROM a q LEFT JOIN v0 r ON q.id = r.id;
SELECT q.id FROM a q LEFT JOIN v0 r ON q.id = r.id WHERE true OR r.id = 5;
SELECT q.id FROM a q LEFT JOIN v0 r ON q.id = r.id WHERE r.id = 5 AND false;
SELECT q.id FROM a q LEFT JOIN v0 r ON q.id = r.id AND (true OR r.id = 7);
