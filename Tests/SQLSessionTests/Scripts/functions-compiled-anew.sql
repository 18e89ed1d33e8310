create role ty_u@; create schema s; create type s.e as enum('x','y'); create table s.t(a int); 
set check_function_bodies=off;
create function i1n() returns text language plpgsql as $$
declare
  a int := 1;
  x s.e := 'x'; begin return x; end $$;
create function i3n() returns text language plpgsql as $$ declare a int; begin
 if true then
   declare x s.t%rowtype; begin return 'x'; end; end if; end $$; 
create function i4n() returns text language plpgsql as $$ declare x s.t.a%type; begin return 'x'; end $$; 
create function i5n() returns text language plpgsql as $$ declare c cursor(p s.e) for select 1; begin return 'x'; end $$; 
create function i6n() returns text language plpgsql as $$ declare x s.nope; begin return 'x'; end $$; 
create function i7n() returns text language plpgsql as $$ declare x s.nope%rowtype; begin return 'x'; end $$; 
create function i8n() returns text language plpgsql as $$ begin return 'x'; exception when others then declare x s.e; begin return 1; end; end $$; 
set role ty_u@;
select i1n();
select i3n();
select i4n();
select i5n();
select i6n();
select i7n();
select i8n();
do $$ declare x s.e; begin null; end $$;
do $$ declare x s.t%rowtype; begin null; end $$;
reset role;
reset check_function_bodies;
create function j() returns text language plpgsql as $$ declare x s.e; begin return 'x'; end $$; 
set role ty_u@; select j(); reset role;
comment on function j() is 'x';
set role ty_u@; select j(); reset role;
grant execute on function j() to ty_u@;
set role ty_u@; select j(); reset role;
create or replace function j() returns text language plpgsql as $$ declare x s.e; begin return 'x'; end $$; 
set role ty_u@; select j(); reset role;
alter function j() stable;
set role ty_u@; select j(); reset role;
