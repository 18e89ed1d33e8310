-- A name is a column of any query around it before it is the row of a relation, in what is stored too.
create table cat(name text, n int); create table item(id int, cat text); create table c3(x int);
insert into cat values ('a', 1); insert into item values (1,'a'), (2,'b'); create role r@; grant all on item, cat, c3 to r@; alter table item enable row level security;
create policy p1 on item for select using (cat in (select name from cat));
create policy p2 on item for insert with check (exists (select 1 from cat where name = cat));
create policy p3 on item for update using ((select cat from cat) = 'b');
create policy p4 on item for delete using (exists (select 1 from c3 cat where upper(cat) = 'B') or exists (select from cat where cat like 'a%'));
create policy p5 on item for delete using (id = (select n from cat where cat = name));
create policy p6 on item for delete using (exists (select 1 from cat join c3 on name = cat));
create policy p7 on item for delete using (exists (select 1 from cat where item.cat = name and cat is not null and length(cat) > 0));
create view v as select id from item where exists (select 1 from cat where name = cat);
create view v2 as select id, (select cat from cat) x, (select cat || name from cat) from item;
create function f(t text) returns boolean language sql as $$ select exists (select 1 from cat where name = t and (select true from item where name = cat limit 1)) $$;
create table k(id int, cat text, check (cat <> 'zz'));
set role r@;
select * from item order by id; insert into item values (3,'a'); insert into item values (4,'q'); update item set id = 9 where true; delete from item where true; select * from item order by id; 
reset role; select * from v order by 1; select f('a'); create table o2 (z text); create policy z on o2 using (exists (select 1 from item where cat = z and o2 is not null)); create policy z2 on o2 using (exists (select 1 from cat z where z.name = z)); alter policy z on o2 using (exists (select 1 from cat z where name = z));
select * from v2;
