select row(1, 2) = (select 1, 2), (1, 2) < (select 1, 3), (1, 2) <> (select 1, null::int),
  (1, 2) <> (select 2, null::int), (1, 2) = (select 1, 2 where false), (1, null) < (select 2, 1),
  (null, 1) < (select 2, 1), row(1) = (select 1), (2, 1) >= (select 2, 1);
select (1, 2) = (select generate_series(1, 2), 2);
select (1, 2) = (select 1);
select (1, 2) = (select 1, 2, 3);
select (select 1, 2) = (1, 2);
select (1, 2) = (select true, 2);
create role a@;
create role b@;
create table m (who name, team int, lvl int);
create table t (id int, team int, own name);
insert into m values ('a@', 1, 1), ('b@', 2, 2);
insert into t values (1, 1, 'a@'), (2, 2, 'b@'), (3, 3, 'b@');
grant select on m to a@, b@;
grant all on t to a@, b@;
alter table t enable row level security;
create policy p on t using ((team, 1) = (select m.team, m.lvl from m where m.who = current_user));
create policy q on t for delete
  using ((team, own) <= (select max(m.team), max(m.who) from m where m.who = t.own));
set role a@;
select id from t order by id;
insert into t values (4, 1, 'a@');
insert into t values (5, 2, 'a@');
set role b@;
select id from t order by id;
delete from t;
reset role;
insert into m values ('a@', 3, 1);
set role a@;
select id from t;
reset role;
drop table t, m;
drop role a@, b@;
create table of_one (a int, b text); create table of_two (x int, y text); create table of_three (x int, y int);
insert into of_one values (1, 'a'), (2, 'b'), (3, null); insert into of_two values (1, 'a'), (2, 'c'), (3, null);
select a from of_one r where r in (select s from of_two s) order by a;
select a from of_one r where r in (select s from of_two s where s.x = r.a) order by a;
select a from of_one r where r not in (select s from of_two s) order by a;
select a from of_one r where r <> all (select s from of_two s where x < 3) order by a;
select a from of_one r where r = any (select s from of_two s) order by a;
create view matched as select * from of_one r where r in (select s from of_two s where s.x = r.a)
  with check option;
insert into matched values (1, 'a');
insert into matched values (1, 'z');
select * from matched order by a;
select pg_column_is_updatable('of_one', 1::smallint, false),
  pg_column_is_updatable('of_one', 0::smallint, false),
  pg_column_is_updatable('of_one', 9::smallint, true);
