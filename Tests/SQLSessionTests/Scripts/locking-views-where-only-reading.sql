create table t(id int); insert into t values(1); create view lk as select id from t for update; create temp table tmp(id int);
create role al@; grant select on t, lk to al@;
begin read only; select id from lk; rollback;
begin read only; select id from tmp for update; rollback;
begin read only; with w as (select id from t for update) select 1; rollback;
create function f3() returns int language plpgsql stable as 'begin perform id from lk; return 1; end'; select f3();
create function f4() returns int language sql stable as 'select id from lk'; select f4();
create role vo@; alter view lk owner to vo@; 
begin read only; select id from lk; rollback;
