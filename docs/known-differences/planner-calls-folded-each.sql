-- 15-18: an immutable function of constants twice in one WHERE of one table is called twice by the server, once by the simulator
create table a(id int, x int); create table b(id int, x int);
create function w2() returns int language plpgsql immutable as $$ begin raise notice 'w2'; return 1; end $$;
create view v1 as select id,x from a where not (id = w2());
create view v0 as select x id, count(*)::int x from b group by x;
select 1 from v1 m where exists (select 1 from v0 q where q.id = m.id and q.id = q.x);
select 1 from v1 m where m.x = w2() or m.id = 4;
select 1 from b m where m.id = w2() and m.x = w2();
select distinct m.x from v1 m where (exists (select 1 from b q4 where q4.x = m.x) or exists (select 1 from v0 q5 where q5.id = m.id)) and (m.id = 3 or m.x = w2()) order by 1;
