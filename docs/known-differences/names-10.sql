create table p(k int); create table q(k int); create table r(kk int); insert into p values (1),(2); insert into q values (2),(3); insert into r values (2);
create view v as select k from p full join q using (k) where exists (select 1 from r where kk = k);
select * from v; alter table r add column k int default 2; select * from v;
