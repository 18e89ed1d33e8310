create table y(a int); insert into y values (1);
with recursive t as (insert into y select * from t) values (false);
with recursive a as (select x from b), b as (select x from a) select * from a;
with recursive a as (insert into y select x from b returning a as x), b as (select x from a) select * from a;
