-- FULL JOIN on NOT of what differs, and on what is never missing.
create table o (id int not null, n int);
create table x (id int, ref int, b text);
insert into o values (1, 1), (2, 2);
insert into x values (1, 1, 'x'), (3, 3, 'y');
select o.id, x.id from o full join x on not o.id <> x.ref order by 1, 2;
select o.id, x.id from o full join x on not o.id <> least(x.ref, x.id) order by 1, 2;
select o.id, x.id from o full join x on not o.id is null order by 1, 2;
select o.id, x.id from o full join x on o.n is not null order by 1, 2;
select o.id, x.id from o full join x on o.n > 1 order by 1, 2;
