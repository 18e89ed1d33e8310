create role anon nologin;
create function f0() returns int language plpgsql set role to 'anon' as $$ begin return 1; end $$; revoke execute on function f0() from public;
create or replace function f0() returns int language plpgsql set role to 'anon' as $$ begin return 3; end $$;
