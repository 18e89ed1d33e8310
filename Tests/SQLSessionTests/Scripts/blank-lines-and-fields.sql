select 1;
select 2;
select
3;
select 'a
b';
create table t(a int); select (t).nope from t;
