create table t(id int, g text); insert into t values (1,'x'),(2,'x'),(4,'y'),(5,null);
select g, count(*), array_agg(id order by id) from t group by rollup(g) order by 1 nulls last;
