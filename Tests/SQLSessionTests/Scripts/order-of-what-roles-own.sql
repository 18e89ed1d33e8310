create role y_o@; create schema app authorization y_o@;
alter default privileges for role y_o@ grant execute on functions to postgres;
alter default privileges for role y_o@ in schema app grant select on tables to postgres;
set role y_o@; create table app.t(id serial primary key); create function app.f() returns int language sql as 'select 1'; create type app.ty as enum ('a'); create view app.v as select 1; reset role;
drop role y_o@;
