-- 15-18: server ERROR P0001 f4 2; simulator one row (index on c.x; CASE over a left join, HAVING moved to WHERE). A hand-reduced variant without the index on c(x) is undecided.
create table b(id int, x int, o text not null, k int);
create table c(id int primary key, x int not null, o text, k int);
create index on c(x);
insert into b values (1,2,'alice',null), (2,3,'alice',0), (3,1,'zz',null);
insert into c values (1,1,'bob',0), (2,3,'zz',0), (3,2,'zz',2);
create function f1(int) returns bool language plpgsql immutable cost 1000 strict as $$ begin raise notice 'f1 %', $1; return $1=1; end $$;
create function f4(int) returns bool language plpgsql stable strict as $$ begin raise notice 'f4 %', $1; if $1=2 then raise exception 'f4 %', $1; end if; return $1>1; end $$;
create function f5(int) returns bool language plpgsql immutable leakproof strict as $$ begin raise notice 'f5 %', $1; return $1>1; end $$;
create function s2(int) returns bool language sql stable as $$ select $1 > 1 $$;
create view v1 with (security_invoker) as select z.id,y.x,y.o,z.k from b z left join c y on z.id=y.id where (f5(z.x) or f1(z.id));
select m.x, count(*) from v1 m where case when m.x > 1 then f4(m.x) else false end group by m.x having s2(m.x) order by 1;
