select v >= 170000 as v17 from (select current_setting('server_version_num')::int) s(v) \gset
create role al@;
grant create on schema public to al@;
\if :v17
create extension postgres_fdw;
create server s foreign data wrapper postgres_fdw;
create foreign table t (i int) server s;
alter table t enable row level security;
create policy p on t using (true);
set role al@;
select * from t;
select * from ft;
delete from t;
reset role;
drop foreign data wrapper postgres_fdw;
drop foreign data wrapper postgres_fdw cascade;
drop extension postgres_fdw;
drop extension postgres_fdw cascade;
select 't'::regclass;
\endif
create foreign data wrapper w;
create server sw foreign data wrapper w;
create foreign table e (i int) server sw;
set role al@;
create foreign table if not exists e (i int) server nosuch;
create foreign table if not exists public.e (i int) server sw;
reset role;
create foreign table e2 (i int) server nosuch;
