create type ty2 as enum ('a','b'); create type cty10 as (q ty2); drop type ty2;
create table base(a int, b int); create view bv4 as select base from base; alter table base drop column b; select * from bv4;
create table gg(x base); drop table base cascade;
create sequence sq; create table sqt(a int, b int default nextval('sq'::text)); drop sequence sq; insert into sqt values (1);
create table pk(a int primary key, z text); create view gbv2 as select a, z from pk group by a; alter table pk drop constraint pk_pkey;
