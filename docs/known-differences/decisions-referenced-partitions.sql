create table p(id int, k int, primary key (id, k)) partition by range (k);
create table p1 partition of p for values from (0) to (10); create table p2 partition of p for values from (10) to (30) partition by list (k); create table p2a partition of p2 for values in (10, 11);
create table keeps(pid int, pk int, constraint named foreign key (pid, pk) references p);
insert into p values (1, 1), (1, 10); insert into keeps values (1, 1), (1, 10);
delete from p where k = 1;
delete from p2 where id = 1;
create table p3 partition of p for values from (30) to (40); insert into p values (1, 30); insert into keeps values (1, 30); delete from p where k = 30;
