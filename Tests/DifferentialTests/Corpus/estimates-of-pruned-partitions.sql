-- Whether all partitions are pruned, and so nothing is estimated.
create role al; create table e2(id int); grant all on e2 to al; create function sc() returns int language plpgsql stable as 'begin return 1; end'; revoke execute on function sc() from public;
create table pt(id int, k int) partition by list (id); create table pt1 partition of pt for values in (1); create table pt2 partition of pt for values in (2); grant all on pt to al;
set role al;
select * from pt join e2 on pt.k = sc() where pt.id = 5;
select * from pt where k = sc() and id = 5;
