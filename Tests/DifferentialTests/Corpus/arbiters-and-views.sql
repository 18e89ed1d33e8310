create role u;
create table t(id int, s text);
create view v as select 1 as id, 'x' as s;
grant all on t to u;
set role u;
insert into t select id, s from v on conflict (id) do nothing;
insert into t values (1, (select s from v)) on conflict (id) do update set s = 'q';
