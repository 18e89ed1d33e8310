-- 17, 18: server ERROR 22012 (inner side of IN read before the empty outer), simulator SELECT 0
create table b(id int primary key, x int not null, o text not null, k int);
create table par(id int, x int, o text, k int);
insert into par values (1,1,'zz',null), (2,3,'zz',null);
create function f6(int) returns bool language plpgsql volatile cost 1000 strict as $$ begin raise notice 'f6 %', $1; if $1=1 then raise exception 'f6 %', $1; end if; return true; end $$;
create function w1() returns text language sql stable security definer as $$ select current_user::text $$;
create view v1 with (security_invoker) as select id,x,o,k from par where (1/(par.x-1) > 0 or f6(par.k));
select * from b m where m.id in (select q4.id from v1 q4 where m.o = w1());
