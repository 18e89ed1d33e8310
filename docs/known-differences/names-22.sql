create table x(id int, y int); create table q(id int, y int); insert into x values (1,1); insert into q values (1,1);
create view v as select x.id from x, q z where z.y = x.y; alter table x rename to z; select * from v;
