-- Indexes of partitions may be kept in another order.
create table p(a int not null, b int) partition by range (a);
create table p1 partition of p for values from (0) to (10);
create index pi on only p(b);
create index i5 on p1(b desc);
alter index pi attach partition i5;
create index pd on only p(b desc nulls last);
create index i1 on p1(b);
alter index pd attach partition i1;
