create function lower(text) returns text language sql as $$ select 'mine' $$;
select lower('A');
set search_path = public, pg_catalog;
select lower('A'), pg_catalog.lower('A');
set search_path = pg_catalog, public; create table lo(i int);
