create table few(id int, dataa text, datab text);
insert into few values (1,'a','foo'),(2,'a','bar'),(3,'b','bar');
create function say(a int) returns int language plpgsql volatile as $$ begin raise notice 'say %', a; return a; end $$;
create function sets(a int) returns setof int language plpgsql volatile as $$ begin raise notice 'sets %', a; return next a; return next a+1; end $$;
select id, say(id), sets(id) from few order by id desc;
select id, say(id), sets(id) from few order by id desc limit 3;
