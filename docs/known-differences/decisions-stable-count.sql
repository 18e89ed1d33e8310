create function sf(i int) returns int language plpgsql stable as $$begin raise notice 'sf %', i; return i; end$$;
create table s(id int, v int); insert into s values (1,1),(2,2),(3,3); create table k(id int primary key); insert into k values (1),(2),(3);
select * from s where id = sf(1);
select * from s where id = v and v = sf(1);
select * from k where id > sf(1);
select * from s where id = 9 and id = sf(1);
