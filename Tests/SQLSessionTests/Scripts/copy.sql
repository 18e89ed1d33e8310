create role r@;
create table t (a int, b text, c boolean default true);
copy t (a, b) from stdin;
1	one
2	\N
3	a\tb\\c
\.
select * from t order by a;
copy t to stdout;
copy t (b, a) to stdout with (format csv, header);
copy (select a from t where a > 1 order by a) to stdout;
copy t from stdin with (format csv);
4,"x, ""y""",f
5,,t
\.
select * from t where a > 3 order by a;
copy t from stdin;
x	y	t
\.
set role r@;
copy t to stdout;
copy t from stdin;
9	z	t
\.
reset role;
grant all on t to r@;
alter table t enable row level security;
create policy p on t using (a = 1);
set role r@;
copy t to stdout;
copy t from stdin;
9	z	t
\.
reset role;
revoke all on t from r@;
drop role r@;
