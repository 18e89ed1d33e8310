-- What is asked once is not asked of partitions that values rule out.
CREATE ROLE s@; CREATE SCHEMA app@;
CREATE TABLE parts (region text, owner text) PARTITION BY LIST (region);
CREATE TABLE parts_a PARTITION OF parts FOR VALUES IN ('b');
CREATE TABLE parts_rest PARTITION OF parts DEFAULT;
ALTER TABLE parts ENABLE ROW LEVEL SECURITY;
CREATE POLICY a0 ON parts AS RESTRICTIVE USING (region = nullif(current_setting('my.r', true), ''));
CREATE POLICY a1 ON parts USING (has_table_privilege ('app@.docs', 'SELECT'));
GRANT ALL ON parts TO s@;
SET ROLE s@;
SELECT FROM parts;
select count(*) from parts where owner = 'x';
delete from parts;
set my.r = 'b'; SELECT FROM parts; set my.r = 'zz'; SELECT FROM parts; delete from parts;
reset role; insert into parts values ('b', 'x'); set role s@; set my.r = ''; SELECT FROM parts; update parts set owner = 'y';
