create table p(k int, z int); insert into p values (1,1);
create view v as select k + 1 as n, count(*) from p group by n;
alter table p add column n int; select * from v; alter table p rename column z to zz; create table o(z int); alter table o rename to o2;
