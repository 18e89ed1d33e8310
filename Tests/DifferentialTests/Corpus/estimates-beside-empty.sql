-- 17, 18 (last statement: 15-18): barrier view with a stable function without EXECUTE, beside what IS NULL of a NOT NULL column (or false) makes empty: server ERROR permission denied for function w2, simulator SELECT 0
create role alice; create table b(id int primary key); create table e(id int, x int); grant all on b, e to alice;
create function w2() returns int language plpgsql stable as $$ begin return 1; end $$; revoke execute on function w2 from public;
create view v3 with (security_barrier) as select id,x from e where id = w2(); grant all on v3 to alice; set role alice;
select m.x from v3 m, b n where n.id is null;
select m.x from v3 m join b n on n.id = m.id where n.id is null;
select m.x from v3 m, lateral (select * from b l where l.id = m.id and l.id is null) n;
select m.x from v3 m, b n where false;
