create role anon nologin;
create function f0() returns int language plpgsql set role to 'anon' as $$ begin return 1; end $$; revoke execute on function f0() from public;
create or replace function f0() returns int language plpgsql set role to 'anon' as $$ begin return 3; end $$;
create function e1() returns int language sql as '';
create function f1(a int, out a int) language sql as 'select a + 1';
create function e31(a trigger) returns int language plpgsql as 'begin end';
create function a1() returns setof void language plpgsql as 'begin return; end'; select count(*) from a1();
do $$ declare a int[] := '{1,2,3}'; begin a[1:2] := '{7,8}'; raise notice '%', a; end $$;
