create table ht(id int, c int); insert into ht values (1,1);
create view v1 as select id from ht where exists (select 1 from unnest(array[1,3]) g where g = id);
alter table ht rename column id to id2; select * from v1;
create view v3 as select c from ht where exists (select 1 from pg_class where relname = 'ht' and c = 1);
alter table ht rename column c to c3; select * from v3;
