create table a (id uuid default gen_random_uuid()); insert into a default values; insert into a default values;
create table b (id int generated always as identity, aid uuid, n int);
insert into b (aid, n) select id, n from a, generate_series(1, 2) n;
select id, n from b order by id;
