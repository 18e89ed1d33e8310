create table p(id int primary key); create table c1(id int); alter table c1 inherit p;
create table p2(id int not null); create table c2(id int); alter table c2 inherit p2;
create table b1(x int); create table b2(x int); create table g() inherits (b1, b2); alter table b1 add column w int; alter table b2 add column w int;
create table d1(i int) inherits (b1); alter table b1 add constraint k check (x > 0); alter table d1 add constraint kk check (x > 0); alter table b1 add constraint kk check (x > 0);
