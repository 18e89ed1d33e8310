-- Settings that functions set for good, and INTO of a query that changes rows in WITH.
create table emp(id int, sal int); insert into emp values (1,1),(2,2),(3,3);
create function e4() returns int language plpgsql as $$ declare n int; begin with u as (update emp set sal = sal + 1 where id > 1 returning 1) select count(*) into n from u; return n; end $$;
select e4();
do $$ declare n int; begin with x as (delete from emp where id=3 returning sal) select sal into n from x; raise notice '%', n; end $$;
do $$ declare n int; begin with x as (delete from emp where id=99 returning sal) select sal into n from x; raise notice '%', n; end $$;
do $$ begin with x as (delete from emp where id=99 returning sal) select sal from x; end $$;
select * from emp;
create function sc2() returns text language plpgsql set my.b = 'fn' as $$ begin perform set_config('my.b','inner',false); return current_setting('my.b'); end $$;
set my.b = 'outer'; select sc2(), current_setting('my.b'); select current_setting('my.b');
create function sc3() returns text language plpgsql set my.b = 'fn' as $$ begin perform set_config('my.b','inner',true); return current_setting('my.b'); end $$;
set my.b = 'outer'; select sc3(), current_setting('my.b'); 
create function sc5() returns text language plpgsql set my.b = 'fn' as $$ begin return current_setting('my.b'); end $$; select sc5(); show my.b;
create function sc6() returns text language plpgsql set my.b = 'six' as $$ begin return sc2() || sc3() || current_setting('my.b'); end $$; select sc6(); show my.b;
begin; select sc2(); rollback; show my.b;
create function inner_path() returns text language plpgsql set search_path = '' as $$ begin return current_setting('search_path'); end $$;
create function outer_path() returns text language plpgsql set search_path = pg_catalog as $$ begin return public.inner_path() || current_setting('search_path'); end $$;
select outer_path(); show search_path;
