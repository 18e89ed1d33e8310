create role al; create table e(id int); grant all on e to al; create function sc() returns int language plpgsql stable as 'begin return 1; end'; revoke execute on function sc() from public; set role al;
select * from generate_series(1,2) g where g in (select sc()) and false;
select * from e where id in (select sc()) and false;
select * from e where exists (select sc()) and false;
reset role; create table f(id int); grant all on f to al; set role al;
select * from e where exists (select 1 where sc() = e.id) and false;
select * from e, f where e.id in (select sc()) and false;
select * from e, f where exists (select 1 where sc() = e.id) and false;
select * from e where id in (select 1 where sc() = e.id) and false;
