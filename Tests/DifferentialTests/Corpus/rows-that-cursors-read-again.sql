create table s(id int); insert into s select generate_series(1,15);
create function nx(i int) returns int language plpgsql as $$begin raise notice 'nx %', i; return i; end$$;
create view v as select id, nx(id) a from s; create view v2 as select * from v where id < 9; select * from v2 where id = 2;
select id from s where id in (select id from s where id = 1) and nx(id) = 1;
begin; declare c cursor for select nx(id) from s; fetch 3 from c; fetch 0 from c; rollback;
begin; declare c cursor for select nx(id) from s order by id desc; fetch 1 from c; fetch 1 from c; rollback;
