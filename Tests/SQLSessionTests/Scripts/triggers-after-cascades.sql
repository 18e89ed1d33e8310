create role own@;
create role a@;
grant create on schema public to own@;
grant own@ to postgres;
create table par (id int primary key);
insert into par values (1), (2), (3);
grant references on par to own@;
set role own@;
create table ch (id int, pid int references par on delete cascade on update cascade);
insert into ch values (1, 1), (2, 2), (3, 3);
create function tell() returns trigger language plpgsql as $$
begin
  raise notice '% % % %', tg_name, tg_when, tg_op, current_user;
  return coalesce(new, old);
end $$;
create trigger b before update or delete on ch for each row execute function tell();
create trigger c after update or delete on ch for each row execute function tell();
create constraint trigger d after update or delete on ch deferrable initially deferred
  for each row execute function tell();
reset role;
grant all on par, ch to a@;
set role a@;
update par set id = 10 where id = 1;
delete from par where id = 2;
update ch set id = 30 where id = 3;
begin;
delete from par where id = 3;
reset role;
commit;
drop table ch, par;
drop function tell();
revoke create on schema public from own@;
drop role a@, own@;
