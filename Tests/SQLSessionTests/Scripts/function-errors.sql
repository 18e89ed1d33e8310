create table t(a int);
create function err(x int) returns int language plpgsql as $$
begin
  return 1 / x;
end $$;
select err(0);
do $$ begin perform err(0); end $$;
do $$
declare
  d text;
begin
  perform err(0);
exception when others then
  get stacked diagnostics d = pg_exception_context;
  raise notice '%', d;
end $$;
create function twice(x int) returns int language plpgsql as $$
declare
  r int;
begin
  select err(x) into r;
  return r;
end $$;
select twice(0);
create function decl() returns int language plpgsql as $$
declare
  i int := 1 / 0;
begin
  return i;
end $$;
select decl();
create function mul() returns int language sql as $$ select 1; select a / 0 from t; $$;
insert into t values (1);
select mul();
create function tr() returns trigger language plpgsql as $$
begin
  raise exception 'no % today', tg_op using hint = 'tomorrow', detail = new.a::text;
end $$;
create trigger x before insert on t for each row execute function tr();
insert into t values (2);
do $$ begin insert into t values (3); end $$;
do $$ begin assert 1 = 2, 'not equal'; end $$;
create function bad_type() returns int language sql as $$ select 'x' $$;
create function bad_name() returns int language sql as $$ select nope $$;
create function poly(anyelement, anyelement) returns anyarray language sql as 'select array[$1,$2]';
select poly(1, 2), poly('a'::text, 'b');
create function poly2(x anyelement) returns anyelement language plpgsql as $$
declare
  y x%type;
begin
  y := x;
  return y;
end $$;
select poly2(1), poly2('a'::text);
