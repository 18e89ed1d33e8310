create role m20; create table t(id int, o text); insert into t values (1,'a'); create table m(id int, u text); insert into m values (1,'a'),(3,'a');
create function bad(i int) returns boolean language plpgsql stable as $$begin if i=3 then raise exception 'bad %',i; end if; return true; end$$;
alter table m enable row level security; create policy pm on m using (bad(id)); grant all on t,m to m20; set role m20;
select id, id in (select m.id from m where m.u=t.o) from t;
select id, id = any (select m.id from m where m.u=t.o) from t;
select id, id <> all (select m.id from m where m.u=t.o) from t;
select id, id >= any (select m.id from m) from t;
select id, (id, o) in (select m.id, m.u from m where m.u=t.o) from t;
