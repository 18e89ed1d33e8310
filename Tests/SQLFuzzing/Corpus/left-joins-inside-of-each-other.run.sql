create table t (id int, n int);
insert into t select i, 50 - i from generate_series(1, 50) i;
select count(*) from t t0 left join (
t t1 left join (
t t2 left join (
t t3 left join (
t t4 left join (
t t5 left join (
t t6 left join (
t t7 left join (
t t8 left join (
t t9 left join (
t t10 left join (
t t11 left join (
t t12 left join (
t t13 left join (
t t14 left join (
t t15 left join (
t t16 left join (
t t17 left join (
t t18 left join (
t t19 left join (
t t20 left join (
t t21 left join (
t t22 left join (
t t23 left join t t24 on t23.id = t24.id) on t22.id = t23.id) on t21.id = t22.id) on t20.id = t21.id) on t19.id = t20.id) on t18.id = t19.id) on t17.id = t18.id) on t16.id = t17.id) on t15.id = t16.id) on t14.id = t15.id) on t13.id = t14.id) on t12.id = t13.id) on t11.id = t12.id) on t10.id = t11.id) on t9.id = t10.id) on t8.id = t9.id) on t7.id = t8.id) on t6.id = t7.id) on t5.id = t6.id) on t4.id = t5.id) on t3.id = t4.id) on t2.id = t3.id) on t1.id = t2.id) on t0.id = t1.id
  where 1 / t0.n > 0;
