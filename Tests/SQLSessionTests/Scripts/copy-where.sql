create role a@;
create table t (a int, b text, c int default 5, d int);
create table log (x text);
create rule r as on insert to t do also insert into log values ('rule');
create function tr() returns trigger language plpgsql as $$ begin new.d := coalesce(new.d, 0) + 10; return new; end $$;
create trigger tr before insert on t for each row execute function tr();
copy t (a, b, d) from stdin where a > 1 and b <> 'x';
1	one	1
2	two	2
3	x	3
4	\N	4
5	five	\N
\.
select * from t order by a;
select * from log;
insert into t values (9, 'nine');
select * from log;
copy t (a, b) from stdin with (format csv) where t.b like 'a%' or t.d = 10;
1,ab
2,b
3,a
\.
select * from t order by a, b;
copy t (a, b) from stdin where d is null and a % 2 = 0;
1	p
2	q
\.
select a, b, c, d from t where b in ('p', 'q');
copy t (a, b) from stdin where a > 1;
1	p
x	q
\.
copy t (a, b) from stdin where 10 / a > 1;
1	p
20	q
\.
create view v as select a, b from t;
create rule rv as on insert to v do instead insert into log values (new.b);
create function iv() returns trigger language plpgsql as $$ begin raise notice 'iv %', new.b; return new; end $$;
copy v from stdin;
create trigger iv instead of insert on v for each row execute function iv();
copy v from stdin;
1	vv
\.
insert into v values (1, 'w');
select * from log order by x;
grant insert (a, b) on t to a@;
set role a@;
copy t (a, b) from stdin where d is null;
reset role;
grant select (d) on t to a@;
set role a@;
copy t (a, b) from stdin where d is null and a < 3;
reset role;
grant select (a) on t to a@;
set role a@;
copy t (a, b) from stdin where d is null and a < 3;
2	aa
3	bb
\.
reset role;
select a, b from t where b in ('aa', 'bb');
create rule r2 as on insert to t do instead nothing;
copy t (a) from stdin;
77
\.
insert into t (a) values (78);
select a from t where a > 70 order by a;
