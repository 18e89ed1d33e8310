-- A cursor's variable holds what its portal is called.
create table rc (a int, b int);
insert into rc values (1,2),(3,4);
create function named() returns void as $$
declare c cursor for select * from rc; other refcursor; r record;
begin
  raise notice '%', other;
  c := 'special';
  for r in c loop raise notice '% from %', r.a, c; end loop;
  raise notice 'after %', c;
  c := null;
  for r in c loop raise notice '%', r.a; end loop;
  raise notice 'after %', c;
  other := 'own';
  open other for select * from rc;
  fetch other into r;
  raise notice '% %', r, other;
  update rc set b = b + 1 where current of other;
  begin open other for select 1; exception when others then raise notice '% %', sqlstate, sqlerrm; end;
  close other;
  begin fetch other into r; exception when others then raise notice '% %', sqlstate, sqlerrm; end;
end $$ language plpgsql;
select named();
select * from rc order by a;
create function constant() returns void as $$
declare rc constant refcursor; begin open rc for select * from rc; end $$ language plpgsql;
select constant();
create or replace function constant() returns void as $$
declare rc constant refcursor := 'mine'; begin open rc for select * from rc; close rc; end $$ language plpgsql;
select constant();
fetch mine;
