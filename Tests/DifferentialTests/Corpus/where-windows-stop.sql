create table s(id int, g int); insert into s values (1,1),(2,1),(3,0);
select id, q from (select id, 1/g q, row_number() over (order by id) r from s) x where r = 1;
select id, q from (select id, 1/g q, rank() over (order by id) r from s) x where r < 2;
select id, q from (select id, 1/g q, count(*) over (order by id) r from s) x where r < 2;
select id, q from (select id, 1/g q, count(id) over (order by id) r from s) x where r < 2;
select id, q from (select id, 1/g q, ntile(3) over (order by id) r from s) x where r = 1;
select id, sum(1/g) over (order by id) from s limit 1;
select id, lag(1/g) over (order by id) from s limit 1;
