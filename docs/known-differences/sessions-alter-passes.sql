create table t (id int primary key, s text);
alter table t add constraint c check (e1 > 0), add column e1 int;
alter table t alter column e5 set default 5, add column e5 int;
alter table t add column s int, drop column s;
alter table t add check (nope > 1), drop constraint nope;
alter table t alter column nope type int using nope;
select * from t;
