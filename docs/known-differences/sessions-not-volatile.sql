create table d (id int primary key, a text); insert into d values (1, 'x');
create function u1() returns int language plpgsql stable as $$ begin perform 1 from d for update; return 1; end $$;
create function u3() returns int language sql stable as $$ select id from d for update $$;
create function u15() returns int language plpgsql stable as $$ declare n int; begin with q as (update d set a = 'y' returning id) select id into n from q; return n; end $$;
select u1(); select u3(); select u15(); select * from d;
begin read only; select * from (select * from d for share) q; rollback;
begin read only; declare c cursor for select * from d for update; rollback;
