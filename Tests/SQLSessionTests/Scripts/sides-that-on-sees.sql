-- What ON of a stored query sees: the sides of its join, not what stands before them in FROM.
create table m(x int); create table c(z int); create table b(z int);
create view v1 as select 1 as a from m, c join b on m.x = b.z;
create view v2 as select 1 as a from m, c join b on x = b.z;
select 1 as a from m, c join b on m.x = b.z;
create policy p on m using (exists (select from m k, c join b on m.x = b.z));
create view v3 as select 1 as a from m, lateral (select 1 from c join b on m.x = b.z) l;
create view v4 as select 1 as a from (m join c on true) join b on m.x = b.z;
create view v5 as select 1 as a from m join (c join b on m.x = b.z) on true;
create view v6 as select 1 as a from m left join lateral (select m.x) y on m.x = y.x, c;
select ordinality from unnest(array[1,2]) with ordinality u(t);
create function two() returns table(a int, bb int) language sql as 'select 1, 2';
create view v7 as select bb from two() as t(q);
create view v8 as select k from json_each('{"a":1}') as t(k);
create view v9 as select value from json_each('{"a":1}') as t(k);
select * from v7; select * from v8; select * from v9;
