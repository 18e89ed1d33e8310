-- server: ALTER TABLE (all), rows; simulator: select from v undecided "view does not bind", then ALTER TABLE/VIEW … RENAME: ERROR 42703 column "zip" not found in data type addr (ALTER TYPE … RENAME ATTRIBUTE of a composite type whose field a view reads)
create type addr as (street text, zip text);
create table people (id int, a addr);
create view v as select id, (a).zip from people;
alter type addr rename attribute zip to postal;
select * from v;
alter table people rename to persons;
alter view v rename to vv;
