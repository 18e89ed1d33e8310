create table c(id int primary key, k int);
insert into c select g, (g * 7) % 4 from generate_series(1, 30) g;
select k, count(*) from c group by k order by count(*);
