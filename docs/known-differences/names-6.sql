create table y(a int); insert into y values (42);
with recursive x as (select * from y), y as (select 1 as a) select * from x;
create view v as with recursive x as (select * from y), y as (select 1 as a) select * from x;
select * from v;
