-- 15, 16: server names function s1, simulator f6
create role alice;
create role own;
create table a(id int primary key, x int not null, o text, k int);
create table c(id int, x int, o text, k int);
create table e(id int not null, x int, o text, k int);
create function f6(int) returns bool language plpgsql immutable cost 1000 as $$ begin raise notice 'f6 %', $1; return false; end $$;
create function s1(int) returns bool language sql volatile security definer as $$ select $1 = 1 or 1/$1 > 0 $$;
alter table e enable row level security;
create view v3 with (security_barrier) as select id,x,o,k from e where e.id in (select q2.id from c q2);
alter view v3 owner to own;
grant all on a to alice, own;
grant all on c to alice, own;
grant all on e to alice, own;
grant all on v3 to alice, own;
revoke execute on function s1 from public;
revoke execute on function f6 from public;
set role alice;
select m.id, m.o from a m where exists (select 1 from v3 q10 where q10.id = m.id and (s1(q10.k) and f6(m.x))) and f6(m.k) order by 1 limit 1;
