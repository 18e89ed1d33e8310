create table ip(a int); create table v2(c text); insert into v2 values ('y');
create function f1() returns table(a int, c text) language plpgsql stable as $$ begin raise exception 'called'; end $$;
select exists (select 1 from (values (1),(1)) q(a) cross join f1() f join ip on ip.a = f.a where q.a > 1 group by f.a having count(*) > 1);
select (select count(*) from f1() f join ip on ip.a = f.a where f.c = v2.c) from v2;
select (select count(*) from (values (1),(1)) q(a) cross join f1() f where q.a > 1 and f.c = v2.c) from v2;
