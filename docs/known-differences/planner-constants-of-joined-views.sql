create table e (id int, n int);
create table p (id int);
create function err (x text) returns bool language plpgsql stable as $$ begin raise exception 'err %', x; end $$;
create view v as select from p where err('v');
select from e where exists (select from v where e.id = e.n);
