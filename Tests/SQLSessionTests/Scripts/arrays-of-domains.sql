-- A domain over arrays stands between arrays, and keeps what its elements are like.
create domain positive as int check (value > 0);
create domain positives as positive[];
create table t (f1 positives[]);
insert into t values (array[array[42]]);
insert into t values (array[array[42]::positive[]]);
insert into t values (array[array[42]::positives]);
insert into t values (array[array[42]::positives, array[41,1]::positives]::positives[]);
select f1, f1[1], f1[2] from t;
select pg_typeof(f1), pg_typeof(f1[1]), pg_typeof(f1[1][1]) from t limit 1;
update t set f1[2] = array[99];
select f1, f1[1], f1[2] from t;
update t set f1[2][1] = array[97];
update t set f1[2] = array[-1];
create function element(numeric) returns numeric as $$
declare x numeric(4,2)[1];
begin x[1] := $1; return x[1]; end $$ language plpgsql;
select element(121.00);
select element(1.23456);
create domain numbers as numeric(4,2)[1];
create domain more as numbers;
create or replace function element(numeric) returns numeric as $$
declare x more;
begin x[1] := $1; return x[1]; end $$ language plpgsql;
select element(121.00);
select element(1.23456);
-- NULL as a default is one, of a domain.
create domain three int default 3;
create domain nothing as three default null;
create table d (a three, b int primary key, c three not null default null, e nothing);
insert into d (b) values (0);
alter table d alter column c drop default;
insert into d (b) values (0);
alter table d alter column c set default null;
insert into d (b) values (1);
alter table d alter column a set default null, alter column c drop default;
insert into d (b) values (1);
select * from d order by b;
alter table d add f three default null, add g three;
select * from d order by b;
select ('[1, "2", null]'::jsonb)[1.0];
select ('[1, "2", null]'::jsonb)[1::bigint];
select ('[1, "2", null]'::jsonb)[1::smallint], ('[1, "2", null]'::jsonb)['1'];
select ('[1, "2", null]'::jsonb)[false];
