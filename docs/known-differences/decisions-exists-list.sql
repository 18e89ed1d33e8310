create role m17; create table t(id int, o text); insert into t values (1,'k'); create table m(id int, u text); insert into m values (1,'a'),(3,'a');
create function bad(i int) returns boolean language plpgsql stable as $$begin if i=3 then raise exception 'bad %',i; end if; return true; end$$;
alter table m enable row level security; create policy pm on m using (bad(id)); grant all on t,m to m17; set role m17;
update t set o = exists (select 1 from m where m.id=t.id)::text;
