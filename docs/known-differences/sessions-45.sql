create domain pos as int check (value > 0);
create function tf() returns trigger language plpgsql as $$ begin new.n := new.n + 1; return new; end $$;
create table t(n pos); create trigger tg before insert on t for each row execute function tf();
insert into t values (1) returning *;
insert into t values (-1) returning *;
create table t2(n pos, v varchar(2)); create function tf2() returns trigger language plpgsql as $$ begin new.v := 'abc'; return new; end $$; create trigger tg before insert on t2 for each row execute function tf2(); insert into t2 values (1); 
do $$ declare x pos; begin x := 5; x := -1; end $$;
do $$ declare x pos := 3; r t%rowtype; begin r.n := 5; raise notice '% %', x, r; r.n := -5; end $$;
create function fp(pos) returns pos language plpgsql as $$ begin return $1 - 10; end $$; select fp(20), fp(5); select fp(-1);
