create table s(id int, v int);
insert into s values (1,3),(2,1),(3,2);
select id, sum(v) over (order by v) from s;
select id, row_number() over (order by v) from s limit 1;
select * from (select id, row_number() over (order by v) from s) x limit 1;
select array_agg(id) from (select id, row_number() over (order by v) from s) x;
create table o as select id, row_number() over (order by v) from s; select * from o;
insert into o select 10+id, rank() over (order by v desc) from s returning *;
