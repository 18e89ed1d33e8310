-- A name is a column before it is a row: in functions, rules, materialized views, cursors and COPY.
create table cat(name text); create table item(id int, cat text); create table lg(i int, x text);
insert into cat values ('a'); insert into item values (1,'a'), (2,null);
create function f() returns bigint language sql begin atomic select count(*) from item where exists (select 1 from cat where name = cat); end;
create function g() returns bigint language sql as $$ select count(*) from item where exists (select 1 from cat where name = cat) $$;
create function h() returns bigint language plpgsql as $$ begin return (select count(*) from item where exists (select 1 from cat where name = cat)); end $$;
select f(), g(), h();
create rule ru as on insert to lg do also update item set id = id + 1 where exists (select 1 from cat where name = cat);
insert into lg values (1); select * from item order by id;
create materialized view mv as select id from item where exists (select 1 from cat where name = cat); select * from mv;
prepare q as select id from item where exists (select 1 from cat where name = cat); execute q;
create table ct as select id from item where exists (select 1 from cat where name = cat); select * from ct;
declare c cursor with hold for select id from item where exists (select 1 from cat where name = cat); fetch all from c;
copy (select id from item where exists (select 1 from cat where name = cat)) to stdout;
create view v2 as select id from item where cat in (select name from cat); select * from v2;
create view v3 as select id from item, lateral (select cat as q from cat) l where q = 'a'; select * from v3;
create view v9 as select id, (select cat from cat) as x from item;
select * from v9 order by id;
