create role al@; create function gf(int) returns int language sql immutable as 'select $1 + 1';
create table q(id int); create table q1(n int, g int generated always as (gf(n)) stored) inherits(q);
create table p(id int, n int, z int, g int generated always as (gf(n)) stored) partition by list(z); create table p1(g int generated always as (gf(n)) stored, id int, n int, z int); alter table p attach partition p1 for values in (1);
create table r(id int, n int, z int, g int generated always as (gf(n)) stored) partition by list(z); create table r1 partition of r for values in (1);
grant all on q,p,r to al@; insert into q1 values(1,1); insert into p values(1,1,1); insert into r values(1,1,1);
revoke execute on function gf(int) from public; set role al@;
update q set id=5 where id=1;
update p set id=3 where id=1;
update r set id=3 where id=1;
