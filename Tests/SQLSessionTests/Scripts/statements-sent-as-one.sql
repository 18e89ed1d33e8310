create table t(a int primary key);
insert into t values (1) \; insert into t values (2) \; select count(*) from t;
insert into t values (3) \; insert into t values (1) \; insert into t values (4);
select * from t order by 1;
\set AUTOCOMMIT off
insert into t values (5);
rollback;
select count(*) from t;
commit;
\set AUTOCOMMIT on
begin;
\set ON_ERROR_ROLLBACK on
insert into t values (6);
insert into t values (6);
insert into t values (7);
commit;
\set ON_ERROR_ROLLBACK off
select * from t order by 1;
\set VERBOSITY terse
select nope;
\set VERBOSITY verbose
select nope;
\set VERBOSITY sqlstate
select nope;
\set VERBOSITY default
\pset null none
select null;
create table c(a char(8), b text);
insert into c values ('001', 'a');
select count(*) from c where a = '001';
select b from c where a in (select '001'::char(20));
\copy c to stdout
\copy c (b, a) from stdin csv
"x
y",z
\.
select * from c order by a;
