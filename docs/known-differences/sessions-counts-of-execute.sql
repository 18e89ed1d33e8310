-- GET DIAGNOSTICS row_count after EXECUTE 'create table as ...' (and materialized view): `<` 0 `>` the rows (all versions)
create function rc(q text) returns text language plpgsql as $$declare n int; begin execute q; get diagnostics n = row_count; return n || ' ' || found; end$$;
select rc('create table a as values (1),(2)'); select rc('create temp table b as values (1),(2),(3)'); select rc('create materialized view m as select 1');
