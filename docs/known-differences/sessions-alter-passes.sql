create table t(a int);
alter table t alter column e5 set default 5, add column e5 int;
alter table t alter column nope type int using nope;
