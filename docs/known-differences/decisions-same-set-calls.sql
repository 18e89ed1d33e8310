create table log(m text);
create function nxt() returns setof int language plpgsql as $$begin insert into log values ('f'); return next 1; insert into log values ('g'); return next 2; end$$;
select nxt(), nxt(); select count(*) from log; truncate log;
select nxt() as a, nxt() + 1 as b; select count(*) from log; truncate log;
