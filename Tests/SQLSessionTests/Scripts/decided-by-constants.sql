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
-- Nobody asks a query beside a NULL, and a strict function that computes an expression is that.
RESET ROLE;
CREATE ROLE asker@;
CREATE TABLE several (a int);
INSERT INTO several VALUES (1), (2);
CREATE TABLE asked (k text, a int);
INSERT INTO asked VALUES ('x', 1);
CREATE FUNCTION none@(p int, text) RETURNS int LANGUAGE sql AS $$ SELECT nullif(none@.p, none@.p)::int $$;
SELECT none@(3, 'x') * (SELECT a FROM several);
SELECT nullif(3, 3) * (SELECT a FROM several) FROM asked;
SELECT null::int * (SELECT a FROM several) FROM asked;
SELECT k FROM asked WHERE none@(3, k) = (SELECT a FROM several);
INSERT INTO asked VALUES ('y', none@(3, 'k') * (SELECT a FROM several));
MERGE INTO asked x USING several s ON x.a = 77 WHEN NOT MATCHED THEN
  INSERT VALUES ('z', none@(s.a, 'k') * (SELECT a FROM several));
MERGE INTO asked x USING several s ON x.a = 77 WHEN NOT MATCHED THEN
  INSERT VALUES ('z', none@(3, 'k') * (SELECT a FROM several));
SELECT * FROM asked ORDER BY k;
CREATE FUNCTION strict0@() RETURNS boolean LANGUAGE sql STRICT AS $$ SELECT ('a' = 'b'::varchar)::boolean $$;
CREATE FUNCTION strict1@(a int) RETURNS boolean LANGUAGE sql STRICT AS $$ SELECT a = 4 $$;
CREATE FUNCTION strict2@(a int) RETURNS boolean LANGUAGE sql STRICT AS $$ SELECT true $$;
GRANT ALL ON asked TO asker@;
SET ROLE asker@;
DELETE FROM asked WHERE 0 = (SELECT a FROM several) AND strict0@();
DELETE FROM asked WHERE 0 = (SELECT a FROM several) AND strict1@(3);
DELETE FROM asked WHERE 0 = (SELECT a FROM several) AND NOT strict2@(3);
RESET ROLE;
DROP OWNED BY asker@;
DROP ROLE asker@;
