create sequence q; create table s(id int); insert into s values (1),(2);
select rank() over (order by nextval('q')), nextval('q') from s;
select setval('q',100); select generate_series(1,2), nextval('q') order by 1 desc limit 1;
