create role al@; create function gf(int) returns int language sql immutable as 'select $1 + 1'; create function tr() returns trigger language plpgsql as 'begin return new; end';
create table q(id int); create table q1(n int, g int generated always as (gf(n)) stored) inherits(q); create table q2() inherits(q); insert into q1 values(1,1); insert into q2 values(2);
create table p(id int, n int, g int generated always as (gf(n)) stored) partition by list(id); create table p1 partition of p for values in (1); create table p2 partition of p default; insert into p values(1,1),(2,2);
create trigger tr before update on q1 for each row execute function tr(); create trigger tr before update on p1 for each row execute function tr(); grant all on q,p to al@;
revoke execute on function gf(int) from public; set role al@;
update q set id=6 where id=99;
update p set n=n where id=99;
update p set id=6 where id=99;
update p set id=6 where id=2;
