create table p(id int, v int); create table c() inherits (p); insert into c values (1,5);
alter table p add constraint k check (v < 3) not valid; alter table p validate constraint k;
create table u(b text); insert into u values (null),(null); alter table u add unique nulls not distinct (b);
create table f(id int primary key); create table g(fid int references f); alter table f alter id type text; alter table g alter fid type text;
create table pp(id int, v int) partition by list (id); create table pp1 partition of pp for values in (1); insert into pp values (1,5); alter table pp add constraint k check (v < 3) not valid; alter table pp validate constraint k;
create table q(a int, b int); insert into q values (1,1),(1,1); create unique index qi on q(a); create table q2(a int unique, b int); insert into q2 values (1,1),(2,2); alter table q2 alter a type bool using a > 0;
