create table t (id int, n int);
insert into t select i, 50 - i from generate_series(1, 50) i;
select count(*) from t t0
  left join t t1 on t1.id = t0.id
  left join t t2 on t2.id = t1.id
  left join t t3 on t3.id = t2.id
  left join t t4 on t4.id = t3.id
  left join t t5 on t5.id = t4.id
  left join t t6 on t6.id = t5.id
  left join t t7 on t7.id = t6.id
  left join t t8 on t8.id = t7.id
  left join t t9 on t9.id = t8.id
  left join t t10 on t10.id = t9.id
  left join t t11 on t11.id = t10.id
  left join t t12 on t12.id = t11.id
  left join t t13 on t13.id = t12.id
  left join t t14 on t14.id = t13.id
  left join t t15 on t15.id = t14.id
  left join t t16 on t16.id = t15.id
  left join t t17 on t17.id = t16.id
  left join t t18 on t18.id = t17.id
  left join t t19 on t19.id = t18.id
  left join t t20 on t20.id = t19.id
  left join t t21 on t21.id = t20.id
  left join t t22 on t22.id = t21.id
  left join t t23 on t23.id = t22.id
  left join t t24 on t24.id = t23.id
  left join t t25 on t25.id = t24.id
  left join t t26 on t26.id = t25.id
  left join t t27 on t27.id = t26.id
  left join t t28 on t28.id = t27.id
  left join t t29 on t29.id = t28.id
  left join t t30 on t30.id = t29.id
  left join t t31 on t31.id = t30.id
  left join t t32 on t32.id = t31.id
  left join t t33 on t33.id = t32.id
  left join t t34 on t34.id = t33.id
  left join t t35 on t35.id = t34.id
  left join t t36 on t36.id = t35.id
  left join t t37 on t37.id = t36.id
  left join t t38 on t38.id = t37.id
  left join t t39 on t39.id = t38.id
  left join t t40 on t40.id = t39.id
  where 1 / t0.n > 0;
