create role w_u@; create role w_o1@; create role w_o2@; create schema s; create table s.t(a int, b int); insert into s.t values (1,1),(2,2); alter table s.t owner to w_o1@; 
create function deff() returns setof s.t language sql stable security definer as 'select * from s.t'; alter function deff() owner to w_o1@; create view v6 as select * from deff(); alter view v6 owner to w_o2@; grant select on v6 to w_u@; 
set role w_u@; select * from v6; select * from deff(); reset role; 
grant usage on schema s to w_o1@; set role w_u@; select * from v6; select * from deff();  reset role;
create function inf() returns setof s.t language sql stable as 'select * from s.t'; create view v7 as select * from inf(); alter view v7 owner to w_o2@; grant select on v7 to w_u@; 
set role w_u@; select * from v7; select * from inf(); reset role;
grant usage on schema s to w_u@; set role w_u@; select * from v7; select * from inf(); reset role;
grant select on s.t to w_u@; set role w_u@; select * from v7; select * from inf(); reset role;
