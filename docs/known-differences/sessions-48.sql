create procedure p3(inout a int, b int default 5, out c int) language plpgsql as $$ begin c := a + b; end $$;
do $$ declare c cursor for select g from generate_series(1,3) g; r int; begin open c; fetch c into r; commit; fetch c into r; end $$;
create table t(v int);
do $$ begin vacuum t; end $$;
do $$ begin create index concurrently ci on t(v); end $$;
do $$ begin execute 'commit'; end $$;
set search_path = pg_catalog; select current_schema(); reset search_path;
create procedure px() language plpgsql as $$ declare r record; begin for r in select g from generate_series(1,2) g loop raise notice '%', r.g; rollback; end loop; end $$; call px();
create procedure py() language plpgsql as $$ declare r record; begin for r in update t set v=1 returning v loop commit; end loop; insert into t values (1); for r in update t set v=2 returning v loop commit; end loop; end $$; call py();
