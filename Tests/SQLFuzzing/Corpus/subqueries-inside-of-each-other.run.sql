create table t (id int primary key, n int);
insert into t select i, 50 - i from generate_series(1, 50) i;
select count(*) from t t0 where exists (select 1 from t t1 where t1.id = t0.id
  and exists (select 1 from t t2 where t2.id = t1.id
  and exists (select 1 from t t3 where t3.id = t2.id
  and exists (select 1 from t t4 where t4.id = t3.id
  and exists (select 1 from t t5 where t5.id = t4.id
  and exists (select 1 from t t6 where t6.id = t5.id
  and exists (select 1 from t t7 where t7.id = t6.id
  and exists (select 1 from t t8 where t8.id = t7.id
  and exists (select 1 from t t9 where t9.id = t8.id
  and exists (select 1 from t t10 where t10.id = t9.id
  and exists (select 1 from t t11 where t11.id = t10.id
  and exists (select 1 from t t12 where t12.id = t11.id
  and 1 / t12.n > 0))))))))))));
select count(*) from t t0 where t0.id in (select t1.id from t t1 where
  t1.id in (select t2.id from t t2 where
  t2.id in (select t3.id from t t3 where
  t3.id in (select t4.id from t t4 where
  t4.id in (select t5.id from t t5 where
  t5.id in (select t6.id from t t6 where
  t6.id in (select t7.id from t t7 where
  t7.id in (select t8.id from t t8 where
  t8.id in (select t9.id from t t9 where
  t9.id in (select t10.id from t t10 where
  t10.id in (select t11.id from t t11 where
  t11.id in (select t12.id from t t12 where
  1 / t12.n > 0))))))))))));
