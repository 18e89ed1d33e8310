create table members (id integer); create table zeta (id text, a numeric);
create rule r as on insert to members where r(1) and nope > 3 do instead nothing;
create rule r as on insert to members do instead select r(1) from zeta, members where id = 3;
create index on members ((r(1) + nope));
alter table members add check (r(1) = nope);
create function f() returns int begin atomic select r(1), nope from members; end;
