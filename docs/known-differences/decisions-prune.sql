create role m3; create table t(id int, ten int) partition by list (ten);
create table p1 partition of t for values in (1); create table p2 partition of t for values in (2); insert into t values (1,1),(2,2);
alter table t enable row level security; grant select on t to m3;
create policy a on t as restrictive using (10/(id-1) > 0);
create policy p on t using (ten = current_setting('a.t')::int);
set role m3; set a.t = '2';
select * from t;
