-- Columns that get another type meet their keys again; functions have types without modifiers; triggers follow renamed columns.
create table u(id text primary key, a int unique); insert into u values ('1',1),('01',2);
alter table u alter a type int using 1;
alter table u alter id type int using id::int;
select * from u;
create function e9() returns varchar(3) language plpgsql as $$ begin return 'abcdef'; end $$; select e9();
create function e9b() returns numeric(3,1) language plpgsql as $$ begin return 123.456; end $$; select e9b();
create function e9d() returns varchar(3) language sql as $$ select 'abcdef'::text $$; select e9d();
create function e9e(x varchar(2)) returns int language plpgsql as $$ begin return length(x); end $$; select e9e('abcdef');
create function e9f(out x varchar(2)) language plpgsql as $$ begin x := 'abcdef'; end $$; select e9f();
create function e9f(out x varchar(2)) language plpgsql as $$ begin x := 'abcdef'; end $$; select e9f();
create function e9g() returns table(x varchar(2), y numeric(3,1)) language plpgsql as $$ begin x := 'abc'; y := 99.99; return next; end $$; select * from e9g();
create function e9h() returns table(x varchar(2)) language plpgsql as $$ begin return query select 'abc'::varchar; end $$; select * from e9h();
create table trg(id int, v int); create function tf() returns trigger language plpgsql as $$ begin raise notice '% %', tg_argv, new; return new; end $$;
create trigger t1 before update of v on trg for each row execute function tf('a'); insert into trg values (1,1);
create trigger t2 before update on trg for each row when (old.id is distinct from new.id) execute function tf();
update trg set v=4;
alter table trg rename column v to vv; update trg set vv=5;
alter table trg rename column id to ident; update trg set ident=2;
