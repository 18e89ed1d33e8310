-- A function depends on what the defaults of its arguments call and name, wherever that is.
create schema s@;
set search_path to s@, public;
create function base() returns int language sql as 'select 1';
create function above(x int default base()) returns int language sql as 'select x';
create sequence numbers;
create function numbered(x int default nextval('numbers')) returns int language sql as 'select x';
create function next() returns int language sql return nextval('numbers');
select above(), numbered();
drop function base;
drop function base cascade;
drop sequence numbers;
drop sequence numbers cascade;
select numbered();
select next();
