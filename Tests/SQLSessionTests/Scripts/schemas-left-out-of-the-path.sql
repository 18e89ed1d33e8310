create role a@; create schema s1@; create table s1@.t(a int); create schema s2@; create table s2@.t(b int); grant usage on schema s2@ to a@; grant select, insert on s1@.t, s2@.t to a@;
insert into s1@.t values (1); insert into s2@.t values (2);
set role a@; set search_path = s1@, s2@; 
select * from t;
copy t to stdout;
copy t(b) to stdout;
copy t from stdin;
3
\.
table t;
reset role; reset search_path;
create role c@; set role c@;
copy nosuch.x to stdout;
copy nosuch.x from stdin;
begin; lock table nosuch.x; rollback;
reset role; reset search_path;
create role web@;
create schema s@; create table s@.inv (x int);
create table inv (sku text); insert into inv values ('a');
grant select, insert on inv to web@;
set search_path = s@, public;
set role web@;
select * from inv;
prepare p as select * from inv;
execute p;
copy inv to stdout;
do $$ declare r inv; begin r.sku := 'a'; raise notice '%', r; end $$;
