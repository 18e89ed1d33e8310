create table t(id int, a int, b text);
create function f50() returns t language sql as $$ select 1 $$;
create function f51() returns setof t language sql as $$ select id, a from t $$;
create function f52() returns table(a int, b text) language sql as $$ select 1 $$;
create function f53() returns int language sql as $$ create table zz2(i int); insert into zz2 values (1); select 1 $$;
create type en as enum ('x'); create function f19(anyenum) returns text language sql as 'select $1::text'; select f19('x');
create function f20(r record) returns text language sql as 'select r::text';
