create table p(k int, a int); create table q(k int, b int); insert into p values (1,1);
select j from (p join q using (k)) as j;
create view v as select j from (p join q using (k)) as j;
create view v2 as select p, k, q.k from p natural left join q order by k;
create table t(a int); create table lg(a int);
create rule r as on delete to t do also with w as (select old.a as a) insert into lg select w.a from w;
