create role al; create role ow; create table d (id int, x int, o text); create table p (id int, x int, o text); create table part (id int, x int, o text) partition by list (x);
create function g() returns int language plpgsql stable as $$ begin return 1; end $$;
alter table d enable row level security; alter table p enable row level security;
create view vg with (security_invoker, security_barrier) as select id, max(x) x, o from d q group by id, o;
create view vt as select q.id, q.x, q.o from d q where exists (select from part r where r.id = q.id and q.o = 'al'); alter view vt owner to ow;
grant select on d, p, part to ow; grant select on d, p, part, vg, vt to al; revoke execute on function g() from public; set role al;
select m.id from vt m where m.id in (select s.id from vg s where s.id = g());
select m.id from p m full join part n on m.id = n.id where n.x is null and exists (select from vg s where s.id = m.id and s.id = g());
select m.id from p m where m.id in (select s.id from part s where m.id = g());
