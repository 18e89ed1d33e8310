-- 15, 16: server ERROR P0001 f4 2 (reads the barrier view), simulator SELECT 0 (denied table e has no policy)
create role alice;
create role own;
create table c(id int, x int, o text not null, k int);
create table e(id int, x int not null, o text not null, k int);
create table par(id int, x int, o text, k int);
insert into par values (1,1,'alice',2);
create function f0(int) returns bool language plpgsql immutable cost 10 strict as $$ begin raise notice 'f0 %', $1; return null; end $$;
create function f3(int) returns bool language plpgsql immutable as $$ begin raise notice 'f3 %', $1; if $1=3 then raise exception 'f3 %', $1; end if; return $1>1; end $$;
create function f4(int) returns bool language plpgsql immutable cost 1000 strict as $$ begin raise notice 'f4 %', $1; if $1=2 then raise exception 'f4 %', $1; end if; return true; end $$;
create function s0(int) returns bool language sql volatile security definer as $$ select exists (select 1 from c q where q.id = $1) $$;
create function s1(int) returns bool language sql volatile security definer as $$ select f3($1) $$;
alter table e enable row level security;
create view v4 with (security_barrier) as select id,x,o,k from par where f4(par.k);
grant all on e to alice, own;
grant all on v4 to alice, own;
set role alice;
select 1 from v4 m, lateral (select id,x,o,k from e l where l.id = m.id and f0(l.x)) n where ((m.id is null and s1(m.k)) or case when m.x > 1 then s0(n.k) else f4(m.k) end) and true;
