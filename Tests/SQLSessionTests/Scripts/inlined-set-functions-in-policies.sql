create role al@; create table t(id int); create table e(id int); alter table e enable row level security; grant all on e to al@;
create function sra(i int) returns setof t language sql stable as 'select * from t where id=i';
create policy p on e using(exists(select 1 from sra(id)));
set role al@;
select * from e;
update e set id=1;
insert into e select 1 where false;
