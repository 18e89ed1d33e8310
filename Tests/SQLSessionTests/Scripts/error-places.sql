select x;
select 1 +;
select * from nope;
create table t(a int primary key, b text);
insert into t values ('abc', 1);
insert into t(a, c) values (1, 2);
insert into t values (1, 'x'), (1, 'y');
select a, count(*) from t;
select lower(1, 2);
select 'a'::int;
select
  1,
  nope
from t;
update t set z = 1;
select t.zz from t;
select u.a from t;
select a from t, t u;
alter table nope add x int;
create policy p on t using (zz = 1);
create table t(a int);
select a + b from t where a = true;
select                                                                                                                                                      x from                                 t;
create function f(x int) returns int language plpgsql as $$
begin
  raise notice 'hello %', x;
  return 1 / x;
end $$;
select f(0);
do $$ begin
  perform nope from t;
end $$;
do $$ begin
  insert into t values (null);
end $$;
copy t from stdin;
1	a
x	b
\.
copy t from stdin;
1
\.
copy t from stdin;
1	2	3
\.
raise notice 'x';
\echo hi
\warn to stderr
\if maybe
\endif
select 1 as a \gset
\echo :a
select 1/0 as b \gset
\echo :SQLSTATE :LAST_ERROR_MESSAGE :ERROR :ROW_COUNT
\errverbose
select 1 \; select 2;
\; select 3;
grant select on nope to public;
select $1;
create table zz(a nosuchtype);
select 1 union select 'a';
select a from t group by b;
select max(a) from t where max(a) > 1;
insert into t select 1;
insert into t values (1,2,3);
truncate nope;
delete from nope;
select 1 = 'a';
select 'a' || 1 + 2;
create view v as select nocol from t;
select * from t where b;
select * from t order by 7;
values (1), (1,2);
