-- 15-18: MERGE: server NOTICEs f5 1, f5 2 and then the error, simulator f5 1..4 (reads the whole source first)
create role alice;
create role own;
create role grp;
grant grp to alice;
create table b(id int not null, x int not null, o text, k int);
insert into b values (1,1,'zz',0), (2,3,'bob',0), (3,3,'alice',0), (4,3,'zz',0);
create function f0(int) returns bool language plpgsql immutable cost 1000 security definer strict as $$ begin raise notice 'f0 %', $1; return false; end $$;
create function f5(int) returns bool language plpgsql stable cost 1000 as $$ begin raise notice 'f5 %', $1; return $1>1; end $$;
create function s0(int) returns bool language sql volatile as $$ select current_user <> 'bob' and $1 > 0 $$;
alter table b enable row level security;
create policy p0 on b as restrictive to grp using ((b.id = 1) is true);
create policy p1 on b using (f0(b.x));
create view v1 as select id,x,o,k from b where f5(b.id);
grant all on b to alice, own;
grant all on v1 to alice, own;
set role alice;
merge into b t using v1 s on t.id = s.id and s0(s.k) when matched then update set x = s.x when not matched then insert values (20+s.id, s.x, s.o, s.k);
