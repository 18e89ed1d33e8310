-- What PL/pgSQL looks for besides, where it is told to.
set plpgsql.extra_errors to 'shadowed_variables';
create function shadows(f1 int) returns boolean as $$
declare f1 int; begin return 1; end $$ language plpgsql;
select shadows(1);
create function shadows() returns void as $$
declare
  f1 int;
  c1 cursor (f1 int) for select 1;
begin
end $$ language plpgsql;
create function shadows() returns void as $$
declare f1 int;
begin
  declare f2 int;
  begin
  end;
end $$ language plpgsql;
select shadows();
reset plpgsql.extra_errors;
set plpgsql.extra_warnings to 'too_many_rows, strict_multi_assignment';
do $$
declare x int;
begin
  select v from generate_series(1,2) g(v) into x;
  raise notice '%', x;
end $$;
set plpgsql.extra_errors to 'too_many_rows';
do $$
declare x int;
begin
  select v from generate_series(1,2) g(v) into x;
end $$;
set plpgsql.extra_errors to 'strict_multi_assignment';
do $$
declare x int; y int;
begin
  select 1 into x, y;
end $$;
reset plpgsql.extra_errors;
do $$
declare x int; y int; z int;
begin
  select 1 into x, y, z;
  select 1,2 into x, y;
  select 1,2,3,4,5 into x, y;
  raise notice '% %', x, y;
end $$;
create table pairs (a int, b int);
do $$
declare t pairs;
begin
  select 1, 2 into t;
  raise notice 'ok';
  select 1, 2, 3 into t;
  select 1 into t;
  select 1 into t where false;
  t := row(1,2,3);
end $$;
set plpgsql.extra_warnings to 'none';
do $$ declare x int; begin select 1, 2 into x; raise notice '%', x; end $$;
set plpgsql.check_asserts to off;
do $$ begin assert false; raise notice 'not looked at'; end $$;
reset plpgsql.check_asserts;
do $$ begin assert false; end $$;
set password_encryption = 'novalue';
set password_encryption = true;
set password_encryption = 'MD5';
show password_encryption;
