create table t(a int, b text);
create table log(line text);
create function tell() returns trigger language plpgsql as $$
declare
  c int;
  x text;
begin
  if tg_op = 'DELETE' then
    select count(*), string_agg(b, ',' order by a) into c, x from gone;
  else
    select count(*), string_agg(b, ',' order by a) into c, x from fresh;
  end if;
  raise notice '% % %', tg_op, c, x;
  return null;
end $$;
create function copy_all() returns trigger language plpgsql as $$
begin
  insert into log select gone.b || '->' || fresh.b from gone join fresh using (a);
  return null;
end $$;
create trigger i after insert on t referencing new table as fresh
  for each statement execute function tell();
create trigger d after delete on t referencing old table as gone
  for each statement execute function tell();
create trigger u after update on t referencing old table as gone new table as fresh
  for each statement execute function copy_all();
insert into t select i, 'v' || i from generate_series(1, 3) i;
update t set b = b || '!' where a > 1;
select * from log order by 1;
delete from t;
delete from t;
