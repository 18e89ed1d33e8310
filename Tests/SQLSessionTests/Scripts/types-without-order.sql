-- Types that have no order, or not even an equality, are neither sorted, grouped nor compared.
create table t(p point, j xml, k int);
insert into t(k) values (1);
select p from t order by p;
select distinct p from t;
select p, count(*) from t group by p;
select p from t union select p from t;
select row_number() over (order by p) from t;
select row_number() over (partition by j) from t;
select count(distinct p) from t;
select array_agg(p order by p) from t;
select p from t union all select p from t order by 1;
select * from t where p in (select p from t);
select p = p from t;
select distinct on (p) k from t;
