create table t(a int, b text);
create procedure p(a int, inout b int, out c text) language plpgsql as $$
begin
  b := a + b;
  c := 'x' || a;
  insert into t values (a, c);
  commit;
end $$;
call p(1, 2, null);
call p(1, b => 5, c => null);
do $$ declare q int := 3; z text; begin call p(4, q, z); raise notice '% %', q, z; end $$;
do $$ begin call p(4, 1, null); end $$;
begin;
call p(1, 2, null);
rollback;
create procedure p2(x int) language plpgsql as $$
begin
  insert into t values (x, 'a');
  if x % 2 = 0 then commit; else rollback; end if;
end $$;
call p2(10);
call p2(11);
select * from t order by 1, 2;
select p(1, 2);
create function f(n int) returns int language sql as 'select n';
call f(3);
call nope(3);
create procedure sp(a int) language sql as $$ insert into t values (a, 'sql') $$;
call sp(77);
select * from t where a = 77;
do $$ begin commit; insert into t values (500, 'do'); commit; raise exception 'x'; end $$;
select * from t where a = 500;
do $$ begin begin commit; exception when division_by_zero then null; end; end $$;
create procedure definer() language plpgsql security definer as $$ begin commit; end $$;
call definer();
