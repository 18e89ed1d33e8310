create table t(id int generated always as identity, a text); create table log(x int);
create function cnt() returns bigint language plpgsql as $$begin return (select count(*) from log); end$$;
with x as (insert into t(a) values ('x') returning id), y as (insert into t(a) values ('y') returning id) select (select id from y), (select id from x);
with x as (insert into log values (1) returning x) select cnt(), (select count(*) from x);
with x as (insert into log values (1),(2) returning x), y as (insert into log select x from x returning cnt() c) select c from y;
