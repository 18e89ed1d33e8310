-- A constant that decides does so before anything is asked. RULES 29, 36.
CREATE ROLE ann@;
CREATE TABLE t (id int, n int, m int);
INSERT INTO t VALUES (1, 1, 1), (2, 2, 2);
create function nt(text, bool) returns bool language plpgsql as 'begin raise notice ''%'', $1; return $2; end';
select nt('s', true) or true;
select id from t where nt('w', true) or 1=1;
select id from t where not (nt('x', true) and false) and id = 1;
select nt('y', true) and null;
select nt('z', true) and false;
create policy p on t with check (nt('b', true) and false);
alter table t enable row level security;
grant all on t to ann@;
set role ann@;
insert into t values (1,1,1);
reset role;
DROP TABLE t;
DROP FUNCTION nt(text, bool);
DROP ROLE ann@;
