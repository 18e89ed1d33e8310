CREATE ROLE a_x;
CREATE TABLE sel (); CREATE TABLE sel2 (id int); CREATE TABLE zeta (id bigint PRIMARY KEY); CREATE TABLE docs (id int);
CREATE VIEW m AS SELECT id FROM zeta WHERE EXISTS (SELECT FROM sel) UNION ALL SELECT id FROM zeta WHERE id IN (SELECT id FROM sel2);
CREATE VIEW v WITH (security_barrier) AS SELECT q.id, r.id other FROM zeta q LEFT JOIN docs r ON r.id = q.id;
ALTER TABLE docs ENABLE ROW LEVEL SECURITY;
GRANT ALL ON zeta TO a_x;
ALTER VIEW m OWNER TO a_x; ALTER VIEW v OWNER TO a_x;
-- 15, 16: < sel2 > permission denied for table sel
SELECT count(*) FROM m WHERE id = 1 AND id = 2;
-- 15, 16: < no rows > permission denied for table docs
SELECT FROM v d, (SELECT FROM zeta WHERE false) n WHERE d.id = d.other;
