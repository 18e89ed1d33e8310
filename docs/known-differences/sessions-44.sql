create table t(id int, c int); insert into t values (1,1);
create function cnt2() returns bigint language sql begin atomic select count(*) from t where c > 0; end;
create function cnt3() returns bigint language sql return (select max(c) from t);
alter table t rename column c to cc; select cnt2(), cnt3();
alter table t rename to tt; select cnt2(), cnt3();
create schema s; alter table tt set schema s; select cnt2();
alter table s.tt drop column cc; drop table s.tt; 
create function cnt() returns bigint language sql as 'select count(*) from nope where c > 0'; set check_function_bodies=off; create function cnt() returns bigint language sql as 'select count(*) from nope where c > 0'; select cnt();
