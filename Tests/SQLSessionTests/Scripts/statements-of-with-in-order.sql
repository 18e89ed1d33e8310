create table t(id int generated always as identity, a text);
create table u(id int generated always as identity, t int);
with x as (insert into t(a) values ('x')), y as (insert into t(a) values ('y')) select 1;
select * from t order by id;
with x as (insert into t(a) values ('p')), y as (insert into t(a) values ('q')), z as (insert into t(a) values ('r')) select 2;
select * from t order by id;
with x as (insert into t(a) values ('1'),('2') returning id) insert into u(t) select id from x;
select * from u order by id;
