create table notes (id text);
create table part () inherits (notes);
create function f () returns boolean language plpgsql stable as $$ begin raise notice 'f'; return true; end $$;
create view v with (security_barrier) as select * from notes where f();
drop table part;
insert into notes values ('a'), ('b');
delete from v;
