CREATE ROLE alice;
CREATE ROLE bob;
GRANT bob TO alice;
GRANT pg_read_all_data TO bob;
CREATE TABLE parts (id integer, region text, owner text) PARTITION BY LIST (region);
CREATE TABLE parts_a PARTITION OF parts FOR VALUES IN ('b');
CREATE TABLE parts_rest PARTITION OF parts DEFAULT;
INSERT INTO parts (id, region, owner) VALUES (1, '', NULL);
ALTER TABLE parts_rest ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant1 ON parts_rest USING (true) WITH CHECK (region = current_user);
GRANT UPDATE, REFERENCES, TRIGGER ON public.parts_rest TO alice;
SET ROLE alice;
UPDATE parts_rest SET region = 'b' WHERE owner IS NULL;
-- simulator: ERROR 42501: new row violates row-level security policy for table "parts_rest"
-- server:    ERROR 23514: new row for relation "parts_rest" violates partition constraint
