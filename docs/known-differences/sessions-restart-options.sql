-- server: 100, 50, 5; simulator: 1, 1, 1 (RESTART among the options of an identity column or of CREATE SEQUENCE is ignored; START works)
create table t (id int not null, n int);
alter table t alter id add generated always as identity (restart 100);
insert into t (n) values (1) returning id;
create table t3 (id int generated always as identity (restart 50), n int);
insert into t3 (n) values (1) returning id;
create sequence s restart 5;
select nextval('s');
