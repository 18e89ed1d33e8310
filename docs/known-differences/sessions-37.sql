grant usage on domain jsonb to public; create table as_t as select 1 a; create table as_t(x,y,z) as select 1,2; create table t(i int); create policy p4 on t as nope;
