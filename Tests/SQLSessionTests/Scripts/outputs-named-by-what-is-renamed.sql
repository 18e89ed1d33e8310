-- Outputs keep their names.
create function f(int) returns int language sql as 'select $1+1';
create view v as select s.f from (select f(1)) s;
alter function f(int) rename to f2; select * from v;
create type ty as enum ('x','y'); create view v2 as select s.ty from (select 'x'::ty) s; alter type ty rename to ty2;
create table t(a int); create view v3 as select s.t from (select t from t) s; alter table t rename to t2;
