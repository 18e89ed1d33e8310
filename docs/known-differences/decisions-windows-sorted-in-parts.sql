create table t(k int, a int, b int);
insert into t select g, (g * 7) % 3, (g * 11) % 4 from generate_series(1, 60) g;
select k, string_agg(k::text, ',') over (partition by a order by b rows 3 preceding), count(*) over (order by a, k % 5) from t order by k;
