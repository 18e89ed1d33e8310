create table t(id int primary key, v text, j jsonb);
copy t(id,j) from stdin;
15	{bad}
\.
copy t(id,v) from stdin;
1	a
x	b
\.
select 'a' as x, 1 as y \gdesc
select 1 as q \gx
\echo -n no newline
\echo
\set x `echo hi`
\echo :x
\encoding
\pset fieldsep ','
select 1, 2;
\t off
select 1 as a;
\t on
\x on
select 1 as a, 2 as b;
\x off
\set QUIET off
select 1 as a;
create table q(i int);
insert into q values (1),(2);
