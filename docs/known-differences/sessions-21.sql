create table t(id int primary key, v text); insert into t values (10,'x');
set statement_timeout='5 parsecs';
set statement_timeout='abc';
set work_mem='-5';
set search_path to 5 5;
set local my.x='1';
show my.x;
select current_setting('my.x', true) is null, current_setting('my.x', true) = '';
copy t from stdin;
10	dup
\.
copy t from stdin;
11	ok
11	dup
\.
select 'a b' as val \gset
\echo :"val" :'val' :val
create role y_a; create function setr() returns void language plpgsql security definer as $$ begin set role y_a; end $$; select setr();
grant usage on type t to y_a;
revoke create on schema public from public; set role y_a; create table inpub(i int); create view vv as select 1; create function ff() returns int language sql as 'select 1'; create type ty as enum('a'); create sequence sq; create schema s2; create domain dd as int; create table x as select 1;
