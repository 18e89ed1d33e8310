create role al@; create function gf(int) returns int language sql immutable as 'select $1 + 1';
create table t(id int, n int, g int generated always as (gf(n)) stored); grant all on t to al@; insert into t values(1,1);
revoke execute on function gf(int) from public; set role al@;
merge into t using (values(9)) x(i) on t.id=i when matched then delete;
merge into t using (values(9)) x(i) on t.id=i when matched then do nothing;
merge into t using (values(9)) x(i) on t.id=i when matched then update set id=2;
