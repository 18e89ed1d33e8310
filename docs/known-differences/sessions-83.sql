create table a (id int, n text, k int); insert into a values (1, 'x', 5);
create view v1 as select kk from a as q(i, nn, kk);
alter table a drop column n;
select * from v1;
alter table a add column z int;
select * from v1;
alter table a rename to a2;
