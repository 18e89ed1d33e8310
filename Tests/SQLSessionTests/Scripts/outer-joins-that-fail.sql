-- Errors of the preserved side of an outer join, beside a side found by key.
create table a (id int primary key, n int);
insert into a values (1,1),(2,0);
create table b (id int primary key, n int);
insert into b values (1,1),(2,0);
select * from a left join b on a.id = b.id and 1/b.n > 0;
select * from a left join b on a.id = b.id where 1/a.n > 0;
select * from a left join b on a.id = b.n where 1/a.n > 0 order by 1;
select count(*) from a left join (b join a a2 on a2.id = b.n) on a.id = b.id where 1/a.n > 0 ;
select * from a right join b on a.id = b.id where 1/b.n > 0;
select * from b left join lateral (select * from a where a.id = b.id) x on true where 1/b.n > 0;
