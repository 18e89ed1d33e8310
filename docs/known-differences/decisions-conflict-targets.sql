create table t(id int primary key, v int, o text); create unique index on t(o); insert into t values (3,3,'a');
insert into t values (3,3,'a') on conflict (id collate "C") do nothing;
insert into t values (3,3,'b') on conflict (id int8_ops) do nothing;
