create table a (id int, k int); create table b (id int, k int);
create view v as select a.k from a join b using (id);
alter table a rename column id to aid;
alter table a rename to d;
alter table a drop column aid;
