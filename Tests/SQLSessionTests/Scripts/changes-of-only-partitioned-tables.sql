-- ONLY of a partitioned table has no row: nothing that an UPDATE or DELETE joins to it is read.
CREATE TABLE sel (id serial PRIMARY KEY, owner text);
CREATE TABLE parts (id integer, region text, owner text) PARTITION BY LIST (region);
CREATE TABLE parts_a PARTITION OF parts FOR VALUES IN ('b');
CREATE MATERIALIZED VIEW stored AS SELECT FROM sel WITH NO DATA;
UPDATE ONLY parts x SET owner = '' FROM stored WHERE (x.id <= nullif ('1', '42'::smallint));
UPDATE ONLY parts x SET owner = '' FROM stored WHERE (x.id <= 3);
UPDATE ONLY parts x SET owner = '' FROM stored;
UPDATE ONLY parts x SET owner = '' FROM stored where x.id = 1;
UPDATE ONLY parts x SET owner = '' FROM stored where x.id = 1 and x.owner = 'a';
UPDATE ONLY parts x SET owner = '' FROM stored where x.id is null;
UPDATE ONLY parts x SET owner = '' FROM stored where x.id = x.id;
DELETE FROM ONLY parts x using stored where x.id < 3;
DELETE FROM ONLY parts x using stored;
SELECT FROM ONLY parts x, stored;
SELECT FROM ONLY parts x, stored where x.id < 3;
SELECT FROM ONLY parts x join stored on x.id < 3;
