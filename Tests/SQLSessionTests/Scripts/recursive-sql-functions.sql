-- SQL functions that call themselves end.
create function fac(n int) returns int language sql as $$ select case when n < 2 then 1 else n * fac(n-1) end $$ ;
select fac(5);
create function fib(n int) returns int language sql immutable as $$ select case when n < 2 then n else fib(n-1) + fib(n-2) end $$ ;
select fib(7);
create function odd(n int) returns bool language sql as 'select n > 100';
create function even(n int) returns bool language sql as 'select case when n = 0 then true else odd(n-1) end';
create or replace function odd(n int) returns bool language sql as 'select case when n = 0 then false else even(n-1) end';
select even(6), odd(6);
create table t (n int); insert into t values (1), (4);
select n, fac(n), fib(n), even(n) from t where fac(n) > 0 and even(n) is not null;
create policy p on t using (even(n)); alter table t enable row level security;
create role r@; grant select on t to r@; set role r@;
select * from t;
