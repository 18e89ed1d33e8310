create role m2@;
create table n(id int);
insert into n select generate_series(1,15);
alter table n enable row level security;
grant select on n to m2@;
create policy p on n using (id % 2 = 0 or current_setting('app.u', true) = 'all');
create function f() returns text language plpgsql as $$declare r record; t text := ''; begin
 for r in select id from n loop t := t||r.id||','; perform set_config('app.u', '', true); end loop; return t; end$$;
create function g() returns text language plpgsql as $$declare r record; t text := ''; begin
 for r in execute 'select id from n' loop t := t||r.id||','; perform set_config('app.u', '', true); end loop; return t; end$$;
create function h() returns text language plpgsql as $$declare c cursor for select id from n; t text := ''; begin
 for r in c loop t := t||r.id||','; perform set_config('app.u', '', true); end loop; return t; end$$;
create function o() returns text language plpgsql as $$declare c cursor for select id from n; i int; t text := ''; begin
 open c; perform set_config('app.u', '', true);
 loop fetch c into i; exit when not found; t := t||i||','; end loop; close c; return t; end$$;
set role m2@;
begin; set local app.u = 'all'; select f(); commit;
begin; set local app.u = 'all'; select g(); commit;
begin; set local app.u = 'all'; select h(); commit;
begin; set local app.u = 'all'; select o(); commit;
begin; set local app.u = 'all';
do $$declare r record; t text := ''; begin for r in select id from n loop t := t||r.id||','; perform set_config('app.u', '', true); end loop; raise notice '%', t; end$$;
commit;
set app.u = 'all';
do $$declare r record; t text := ''; begin for r in select id from n loop t := t||r.id||','; perform set_config('app.u', '', false); end loop; raise notice '%', t; end$$;
begin; set local app.u = 'all';
do $$declare c cursor for select id from n; i int; t text := ''; begin open c; loop fetch c into i; exit when not found; t := t||i||','; perform set_config('app.u', '', true); end loop; raise notice '%', t; end$$;
commit;
reset role;
create table s(id int);
insert into s select generate_series(1,15);
create function nx(i int) returns int language plpgsql as $$begin raise notice 'nx %', i; return i; end$$;
create function bad(i int) returns int language plpgsql as $$begin if i = 3 then raise exception 'bad %', i; end if; return i; end$$;
do $$declare r record; begin for r in select bad(id) from s loop exit; end loop; end$$;
do $$declare r record; begin for r in select bad(id) b from s loop raise notice 'at %', r.b; end loop; end$$;
begin;
do $$declare r record; begin for r in select bad(id) from s loop exit; end loop; end$$;
rollback;
do $$declare c cursor for select bad(id) from s; i int; begin open c; fetch c into i; raise notice '%', i; end$$;
do $$declare c cursor for select nx(id) from s; i int; begin open c; fetch c into i; raise notice 'got %', i; fetch relative 3 from c into i; raise notice 'got %', i; move forward 2 from c; close c; end$$;
create function k() returns int language plpgsql as $$declare r record; t int := 0; begin
 for r in select nx(id) i from s loop t := t + 1; if r.i = 11 then raise notice 'at 11'; exit; end if; end loop; return t; end$$;
select k();
create function l() returns text language plpgsql as $$declare r record; begin
 for r in select bad(id) b from s loop raise notice 'at %', r.b; end loop; return 'all'; exception when others then return sqlerrm; end$$;
select l();
begin; declare c cursor for select nx(id) from s; fetch 1 from c; fetch 2 from c; rollback;
begin; declare c cursor for select bad(id) from s; fetch 2 from c; fetch 1 from c; rollback;
