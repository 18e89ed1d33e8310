-- The rows of a temporary table have a type, which functions may take.
create temp table pairs (f1 int, f2 text);
create function put(v pairs) returns void as $$
insert into pairs values (v);
$$ language sql;
create function put(v pairs) returns void as $$
insert into pairs values (v.*);
$$ language sql;
create function put2(v pairs) returns void as $$
select put(v);
$$ language sql;
create function put3(v pairs) returns void as $$
select put(put3.v.*);
$$ language sql;
create function put4(v pairs) returns void as $$
insert into pairs select v.*;
$$ language sql;
select put(row(1, 'one'));
select put2(row(2, 'two'));
select put3(row(3, 'three'));
select put4(row(4, 'four'));
select * from pairs;
create temp table person (first text, last text);
select text(person) from person;
select person.text from person;
insert into person values ('Joe', 'Blow');
select p.last, last(p) from person p;
create function whole(person) returns text language sql as $$ select $1.first || ' ' || $1.last $$;
select p.whole, whole(p) from person p;
alter table person add column whole text;
select p.whole from person p;
select whole(p) from person p;
create type unsorted as (p json, r float8);
create temp table u (f1 unsorted);
select * from u order by f1;
