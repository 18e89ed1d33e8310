create table t (id int, a int, b text); insert into t values (1, 5, 'x');
create function fa(t) returns int language sql return ($1).a * 2;
create view vv as select fa(t) from t;
alter table t rename column a to aa;
select fa(t) from t;
