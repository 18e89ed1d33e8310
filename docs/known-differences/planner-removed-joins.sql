create role al; create table a(id int, k int); create table z(id int primary key, k int not null, u int unique); create table y(id int primary key, k int); create table w(id int, k int);
create function er(int) returns int language plpgsql stable as $$ begin raise exception 'er %', $1; end $$; create function nx(int) returns int language plpgsql stable as $$ begin return $1; end $$; revoke execute on function nx from public;
create function imx(int) returns int language plpgsql immutable as $$ begin raise exception 'imx %', $1; end $$;
insert into a values (1, 1); insert into z values (1, 1, 1); insert into y values (1, 1); insert into w values (1, 1);
alter table y enable row level security; create policy p on y using (k = nx(1));
create view vz as select * from z where k = er(2); create view vy with (security_invoker) as select * from y; create view vzb with (security_barrier) as select * from z where k = er(3); create view va as select a.id, a.k, z.u from a left join z on z.id = a.id and z.k = er(4); create view vd as select distinct id from w where k = er(5); create view vg as select id, max(k) k from w where k = er(6) group by id;
select id from va; select id, k from va; select u from va; select count(*) from va; select * from va;
select a.id from a left join z on z.id = a.id and exists (select from w where w.k = nx(1));
select w.id from w left join lateral (select * from z where z.id = w.id and z.k = nx(1)) x on true;
