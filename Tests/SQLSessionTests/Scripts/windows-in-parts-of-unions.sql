-- Conditions on what windows and sets compute are asked above the parts of a UNION.
create table t(a int, b int); insert into t values (1,1), (2, 1), (2, 5);
select * from (select a, (count(*) over ())::int b from t union all select a, b from t) v where b = 1 and a in (select a from t);
select * from (select a, (count(*) over ())::int b from t union all select a, b from t) v where b = 3 and a in (select a from t);
select * from (select a, generate_series(1,b)+1 b from t union all select a, b from t) v where b = 2 and a in (select a from t);
select * from (select a, generate_series(1,b) b from t union all select a, b from t) v where b = 2 and a in (select a from t);
select * from (select a, coalesce(lag(b) over (order by a, b), 0) b from t union select a, b from t) v where b = 5 and a not in (select a from t where a > 5) order by 1, 2;
select * from (select a, (rank() over (order by a))+1 b from t union all select a, b::bigint from t) v where b > 2 and exists (select 1 from t) order by 1, 2;
select v.* from (select a, (rank() over (order by a))+1 b from t union all select a, b::bigint from t) v join t x on x.a in (select a from t) where v.b > 2 order by 1, 2;
create view w as select a, (row_number() over (order by a, b))::text b from t union all select a, b::text from t;
select * from w where b = '1' and a > (select 0) order by 1, 2;
with c as (select * from w) select * from c where b = '2' and a in (select a from t) order by 1, 2;
select * from (select a, (count(*) over (partition by a))::int b from t union all select a, b from t) v where a = 2 and b in (select b from t) order by 1, 2;
select * from (select a, (count(*) over (partition by a))::int b from t union all select a, b from t) v where a = 2 and b = 2 and b in (select 2 from t) order by 1, 2;
select * from (select a, sum(b)::int b from t group by a union all select a, b from t) v where b = 1 and a in (select a from t) order by 1, 2;
select * from (select a, b from t union all (select a, b from t intersect select a, (count(*) over ())::int from t)) v where b = 1 and a in (select a from t) order by 1, 2;
