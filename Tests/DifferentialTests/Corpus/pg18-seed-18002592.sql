CREATE ROLE "user" ;
CREATE TABLE parts (id integer, region text, owner text) PARTITION BY LIST (region);
CREATE TABLE parts_a PARTITION OF parts FOR VALUES IN ('b');
CREATE VIEW v2 WITH (security_invoker) AS SELECT FROM parts_a;
ALTER TABLE parts_a ENABLE ROW LEVEL SECURITY;
CREATE POLICY own0 ON parts_a USING (2 IN (SELECT id FROM v2 WHERE id <= 50));
SET ROLE "user";
MERGE INTO parts_a USING parts ON EXISTS (SELECT FROM parts_a WHERE region = owner) WHEN MATCHED THEN UPDATE SET region = 'b' WHEN NOT MATCHED AND EXISTS (SELECT FROM v2 WHERE owner = region) THEN INSERT (id, region, owner) VALUES (32, owner, 'b');
