create table p (a int, b int) partition by range (a); create table p1 partition of p for values from (0) to (10); insert into p values (1, 0);
create index concurrently i1 on p1 ((a / b));
create index i on p ((a / b));
