create role al@; create table e(id int); alter table e enable row level security; grant all on e to al@;
create function sre() returns setof e language sql stable as 'select * from e';
create policy pe on e using(id in (select id from sre())); set max_stack_depth='100kB';
set role al@;
select * from e;
insert into e values(1);
delete from e;
insert into e select 1 where false;
select 1 from sre() where false;
