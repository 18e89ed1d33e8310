create type ct as (f int, g int); create table ht(id int, c ct); insert into ht values (1, row(3,4)); create view v as select (c).f from ht; create view v2 as select s.id from (select id, c from ht) s where (s.c).f > 1;
alter type ct rename attribute f to f9; alter table ht rename column id to id2;
