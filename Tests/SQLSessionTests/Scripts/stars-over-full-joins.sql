create table a1 (id int, n int);
create table b1 (id int, k int);
insert into a1 values (1, 10), (2, 20);
insert into b1 values (2, 30), (3, 40);
select * from a1 full join b1 using (id) order by 1;
select *, id as id from a1 full join b1 using (id) order by 1;
select a1.*, b1.*, id from a1 full join b1 using (id) order by 5;
select x.id, x.n from (select * from a1 full join b1 using (id)) x order by 1;
