-- WHERE CURRENT OF a cursor variable.
select current_setting('server_version_num')::int < 160000 as v15 \gset
create role a@;
create table t (id int, v int);
insert into t values (1, 10), (2, 20), (3, 30);
create view shown as select * from t order by id;
do $$ declare c cursor for select * from t; r record; begin open c; fetch c into r; fetch c into r; update t set v = 99 where current of c; close c; end $$;
select * from shown;
do $$ declare c cursor for select * from t for update; r record; begin for r in c loop if r.id = 2 then delete from t where current of c; end if; end loop; end $$;
select * from shown;
do $$ declare c refcursor; r record; begin open c for select * from t; fetch c into r; update t set v = 7 where current of c returning v into r.id; raise notice '% %', r, found; close c; end $$;
select * from shown;
do $$ declare c cursor for select * from t; r record; begin open c; loop fetch c into r; exit when not found; update t set v = r.id * 100 where current of c; end loop; end $$;
select * from shown;
do $$ declare c cursor for select * from t; r record; begin for r in c loop update t set v = v + 1 where current of c; update t set v = v + 1 where current of c; end loop; end $$;
select * from shown;
do $$ declare c cursor(n int) for select * from t where id >= n; r record; begin open c(3); fetch c into r; update t set v = -1 where current of c; raise notice '%', r; end $$;
select * from shown;
do $$ declare c cursor for select * from t; r record; begin for r in c loop exit; end loop; open c; fetch c into r; raise notice '%', r; end $$;
do $$ declare c cursor for select * from t; r record; begin open c; fetch c into r; begin perform 1/0; exception when others then null; end; fetch c into r; raise notice '%', r; end $$;
alter table t enable row level security;
create policy p on t for select using (true);
create policy q on t for update using (id = 1) with check (v < 10);
grant select, update on t to a@;
set role a@;
do $$ declare c cursor for select * from t; r record; n int; begin for r in c loop update t set v = 5 where current of c; get diagnostics n = row_count; raise notice '% %', r.id, n; end loop; end $$;
do $$ declare c cursor for select * from t; r record; begin open c; fetch c into r; update t set v = 50 where current of c; end $$;
reset role;
select * from shown;
\if :v15
do $$ declare c cursor for select * from t; begin open c; open c; end $$;
do $$ declare c cursor for select * from t; r record; begin open c; for r in c loop null; end loop; end $$;
do $$ declare c cursor for select * from t; r record; begin for r in c loop raise notice '%', r; open c; end loop; end $$;
do $$ declare c cursor for select * from t; begin close c; end $$;
do $$ declare c cursor for select * from t; begin open c; update t set v = 1 where current of c; end $$;
do $$ declare c cursor for select * from t; r record; begin begin open c; fetch c into r; perform 1/0; exception when others then null; end; fetch c into r; end $$;
\endif
