-- Columns of two tables of one name are found without it.
create schema s1@; create schema s2@; create table s1@.t(x int); create table s2@.t(y int); insert into s1@.t values (1); insert into s2@.t values (2);
select x, y from s1@.t, s2@.t;
create view v as select x, y from s1@.t, s2@.t;
