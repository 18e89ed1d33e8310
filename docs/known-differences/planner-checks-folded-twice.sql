-- 15-18: MERGE: immutable f4(3) of WITH CHECK: server folds it twice, simulator once
create role alice;
create role grp;
grant grp to alice;
create table a(id int primary key, x int, o text not null, k int);
create table e(id int, x int not null, o text, k int);
create function f4(int) returns bool language plpgsql immutable as $$ begin raise notice 'f4 %', $1; return null; end $$;
create function w2() returns int language plpgsql immutable as $$ begin raise notice 'w2'; return 1; end $$;
alter table e enable row level security;
create policy p1 on e to grp using (true) with check (f4(3));
set role alice;
merge into e t using a s on t.id = s.id and t.k is not null when matched and t.k = w2() then update set x = s.x when not matched then do nothing;
