create function bad(t text) returns int language plpgsql as $$begin raise exception '%', t; end$$;
create table t(a int, b int, d int); insert into t values (1,1,1);
create sequence q; create table e(id int default nextval('q'), b int default nextval('q'), c int);
insert into e(c,b) values (nextval('q'), default) returning *;
select setval('q', 100); insert into e(b) values (default),(default) returning *;
select sum(1) over (partition by bad('p') order by bad('o')) from t;
