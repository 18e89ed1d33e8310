-- What is partitioned itself has bounds too. RULES 81, 82.
create table m (r int, l int, x text) partition by range (r);
create table m1 partition of m for values from (0) to (10) partition by list (l);
create table m1x partition of m1 default;
insert into m1 values (4,40,'b');
insert into m1 values (40,4,'b');
update m1 set r = 99;
update m set r = 99;
select * from m;
DROP TABLE m;
