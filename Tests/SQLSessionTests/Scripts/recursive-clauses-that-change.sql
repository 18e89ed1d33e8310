create table y(a int); insert into y select generate_series(1,8);
with recursive t as (insert into y select a+5 from t2 where a > 5 returning *), t2 as (update y set a=a-1 returning *) select * from t union all select * from t2;
select * from y order by a;
create table yy(a int);
with recursive t1 as (insert into yy select * from t2 returning *), t2 as (insert into y select * from y returning *) select 1;
select count(*) from y; select count(*) from yy;
with recursive a as (select * from b), b as (select 1 as x) select * from a;
with recursive a as (delete from y where a in (select x from b) returning a), b as (select 2 as x) select count(*) from a;
