create table f(id int primary key); create table g(fid int references f); alter table f alter id type text; alter table g alter fid type text;
