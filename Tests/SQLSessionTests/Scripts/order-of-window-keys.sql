create function p(t text) returns int language plpgsql as $$begin raise notice '%', t; return 1; end$$;
create table t(a int, b int); insert into t values (1,1),(2,1);
select sum(1) over (partition by p('part') order by p('order')) from t;
select sum(a) over (partition by p('part')), b from t order by a;
select count(*) over (partition by b, p('part ' || a) order by p('order ' || a), a) from t;
