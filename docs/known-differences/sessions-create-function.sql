create role anon nologin;
create function f0() returns int language plpgsql set role to 'anon' as $$ begin return 1; end $$; revoke execute on function f0() from public;
create or replace function f0() returns int language plpgsql set role to 'anon' as $$ begin return 3; end $$;
do $$ declare a int[] := '{1,2,3}'; begin a[1:2] := '{7,8}'; raise notice '%', a; end $$;
