-- 15-18: server calls f2 once (f2 3), simulator four times
create table a(id int primary key, x int not null, o text not null, k int);
create table b(id int primary key, x int not null, o text not null, k int);
create table e(id int primary key, x int not null, o text not null, k int);
insert into a values (1,3,'bob',0), (2,2,'bob',0), (3,3,'zz',0), (4,3,'alice',1);
create function f2(int) returns bool language plpgsql volatile security definer as $$ begin raise notice 'f2 %', $1; return exists (select 1 from b where id=$1); end $$;
create function s2(int) returns bool language sql stable as $$ select $1 = 1 or 1/$1 > 0 $$;
create view v0 with (security_barrier) as select distinct id,x,o,k from a;
create view v1 as select id,x,o,k from e where coalesce(e.k,1) > 3;
create view v2 with (security_barrier) as select distinct id,x,o,k from v0;
create view v3 as select z.id,y.x,y.o,z.k from v2 z join v0 y on z.id=y.id where not (f2(z.x));
select id from v1 m where m.id in (select q5.x from v0 q5) union select x from v3 n where s2(n.id);
