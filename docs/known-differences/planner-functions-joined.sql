create table t(a int);
create function pls() returns int language plpgsql as $$ begin raise exception 'pls'; end $$;
create function f16() returns setof record language sql stable as 'select a, a from t';
select t.a from t, f16() as q(x int) where false;
select * from pls() f left join t on t.a = f where t.a > 100;
select * from t, (select count(*) from pls()) f;
