-- Values and defaults are computed in the order of columns; identities keep counting; COPY stores all or nothing.
create domain pos as int check (value > 0);
create table t(id serial, n pos, m int default 1);
insert into t(n) values (-5);
insert into t(n) values (5) returning id;
insert into t(id, n) values (default, -5);
insert into t(n, id) values (-5, default);
insert into t(n) values (5) returning id;
insert into t(n) values (1/0);
insert into t(n) values ((1/0)::pos);
insert into t(n) values (5) returning id;
insert into t(m, n) values (1/(select 0), -4);
create table e(id int generated always as identity, x int);
insert into e(x) values (1),(2);
alter table e rename column id to iid;
insert into e(x) values (3) returning iid;
create table s(id serial, x int); insert into s(x) values (1),(2); alter table s rename column id to iid; insert into s(x) values (3) returning iid;
alter sequence s_id_seq owned by s.iid;
drop table s;
create table c(id int primary key, v text);
copy c from stdin;
20	a
21	b	c
\.
select * from c;
begin;
copy c from stdin;
20	a
20	b
\.
rollback;
select * from c;
