-- What a function gives has a number among its parameters, and a name only where it is given one.
create function f1(in i int, out j int) language plpgsql as $$ begin j := i + 1; return; end $$;
create or replace function f1(inout i int) language plpgsql as $$ begin i := i + 2; end $$;
select f1(42);
select * from f1(42);
create or replace function f1(in i int, out int) language plpgsql as $$ begin $2 := i + 3; end $$;
select * from f1(42);
create or replace function f1(in i int, out int, out text) language plpgsql as $$ begin end $$;
create function f2(in i int, out int, out text) language plpgsql as $$ begin $2 := i + 2; $3 := 'x'; end $$;
select * from f2(1);
create or replace function f2(in i int, out column1 int, out column2 text) language plpgsql as $$ begin column1 := i + 3; $3 := 'y'; end $$;
select * from f2(1);
create or replace function f2(in i int, out c int, out column2 text) language plpgsql as $$ begin end $$;
create function f3(inout int) language plpgsql as $$ begin $1 := $1 + 1; end $$;
select f3(3);
create function f4(out int, out int) returns setof record language plpgsql as $$
begin
  $1 := -1;
  $2 := -2;
  return next;
  return query select x + 1, x * 10 from generate_series(0, 2) s (x);
  return next;
end $$;
select * from f4();
create function f5(a int) returns table (b int, c int) language plpgsql as $$ begin $2 := a; $3 := $1 * 2; return next; end $$;
select * from f5(4);
create function f6(out int) language plpgsql as $$ begin column1 := 1; end $$;
create procedure p1(a int) language plpgsql as 'begin end';
create or replace procedure p1(inout a int) language plpgsql as 'begin end';
