create table c(id int primary key, k int, u int);
insert into c select g, (g * 7) % 40, g % 11 from generate_series(1, 200) g;
select a.k, count(*) from c a join c b on a.u = b.u group by a.k order by min(0);
