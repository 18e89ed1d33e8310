create role m2a; create table n(id int); insert into n select generate_series(1,15);
alter table n enable row level security; grant select on n to m2a;
create policy p on n using (id % 2 = 0 or current_setting('app.u', true) = 'all');
create function f() returns text language plpgsql as $$declare r record; t text := ''; begin
 for r in select id from n loop t := t||r.id||','; perform set_config('app.u', '', true); end loop; return t; end$$;
set role m2a;
begin; set local app.u = 'all'; select f(); commit;
begin; set local app.u = 'all';
do $$declare r record; t text := ''; begin for r in select id from n loop t := t||r.id||','; perform set_config('app.u', '', true); end loop; raise notice '%', t; end$$;
commit;
begin; set local app.u = 'all';
do $$declare c cursor for select id from n; i int; t text := ''; begin open c; loop fetch c into i; exit when not found; t := t||i||','; perform set_config('app.u', '', true); end loop; raise notice '%', t; end$$;
commit;
