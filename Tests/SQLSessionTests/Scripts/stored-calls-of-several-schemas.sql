create schema app; create schema b; create role sp_u@; create function app.f(text) returns bool language sql as 'select false'; create function public.f(int) returns bool language sql as 'select true'; create function b.f(int) returns bool language sql as 'select false';
set search_path = app, public; create table t(a int, d bool default f(1), e bool default f('x')); create policy p on t using (f(a)); create view v as select f(1) x, f('x') y, f(1::bigint::int) z; alter table t enable row level security; grant select on t to sp_u@; grant usage on schema app, b to sp_u@; insert into t(a) values (1) returning *;
select * from v; set role sp_u@; select * from app.t; reset role; 
set search_path = b, public; select * from app.v; set role sp_u@; select * from app.t; reset role; insert into app.t(a) values (2) returning *;
select qual from pg_policies; set search_path = public; select qual from pg_policies; set search_path = app, public;
create function app.lower(int) returns text language sql as $$ select 'mine'::text $$; create view vl as select lower('ABC') x, lower(1) y; select * from vl; create function app.only(int) returns int language sql as 'select 1'; drop function app.f(text); drop function public.f(int); drop function b.f(int);
create function at() returns bool begin atomic select f(1); end; select at(); set search_path = b, app, public; select at(); select f(1);
