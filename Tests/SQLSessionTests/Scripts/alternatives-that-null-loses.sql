-- What is left of an OR without NULL is asked once.
CREATE ROLE alice@;
CREATE SCHEMA app@;
CREATE TABLE s (id bigint PRIMARY KEY, kind integer);
GRANT SELECT ON s TO PUBLIC;
SET ROLE alice@;
WITH w AS (SELECT q.* FROM s q WHERE (q.id = NULL::integer OR has_table_privilege ('app@.items', 'INSERT'))) SELECT FROM w WHERE w.kind = ANY (ARRAY [ 7, 3 ]);
WITH w AS (SELECT q.* FROM s q WHERE (q.id = NULL::integer OR has_table_privilege ('app@.items', 'INSERT'))) SELECT FROM w WHERE w.kind = 7;
WITH w AS (SELECT q.* FROM s q WHERE (q.id = NULL::integer OR has_table_privilege ('app@.items', 'INSERT'))) SELECT FROM w;
SELECT q.* FROM s q WHERE (q.id = NULL::integer OR has_table_privilege ('app@.items', 'INSERT'));
SELECT q.* FROM s q WHERE (q.id = NULL::integer OR has_table_privilege ('app@.items', 'INSERT')) and kind = any(array[7,3]);
SELECT q.* FROM s q WHERE (q.id = NULL::integer OR has_table_privilege ('app@.items', 'INSERT')) and kind = any(array[7,3]) and id > 3;
SELECT q.* FROM s q WHERE (q.id = NULL::integer OR has_table_privilege ('app@.items', 'INSERT')) and kind = 4;
SELECT q.* FROM s q WHERE has_table_privilege ('app@.items', 'INSERT') and kind = any(array[7,3]);
SELECT q.* FROM (select * from s q WHERE has_table_privilege ('app@.items', 'INSERT')) q where kind = any(array[7,3]);
SELECT q.* FROM (select * from s q WHERE id = null or has_table_privilege ('app@.items', 'INSERT')) q where kind = any(array[7,3]);
