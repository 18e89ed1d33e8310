create table p(k int, a int); create table r(kk int); insert into p values (1,1),(2,2); insert into r values (2);
create view v as select k from p x where exists (select 1 from r x where kk = k);
alter table r add column zz int default 2; alter table r rename column zz to k; select * from v; alter table r drop column k;
