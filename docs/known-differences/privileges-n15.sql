create role tr_o; create table t(a int primary key); alter table t owner to tr_o; create function f() returns trigger language plpgsql as 'begin return new; end'; create trigger x before insert on t for each row execute function f();
set role tr_o; alter table t disable trigger all; alter table t enable trigger all; reset role;
create table u(a int unique, b int references t); alter table u owner to tr_o; set role tr_o; alter table u disable trigger all; alter table t disable trigger all; alter table t disable trigger user; reset role;
create table w(a int unique deferrable); alter table w owner to tr_o; set role tr_o; alter table w disable trigger all; reset role;
create table z(a int); alter table z owner to tr_o; set role tr_o; alter table z disable trigger all; alter table z enable trigger all; alter table z disable trigger user; alter table z enable always trigger all; reset role;
alter table t disable trigger all; insert into u values (1,1); alter table u disable trigger all; insert into u values (2,2); delete from t;
