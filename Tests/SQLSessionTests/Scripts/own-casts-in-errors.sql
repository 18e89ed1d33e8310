create role ann@; create type mood as enum ('ok', 'bad'); create table t (id int, m mood); insert into t values (1, 'ok');
create function named(mood) returns text language sql as $$ select 'mood ' || $1::text $$; create cast (varchar as mood) with inout as implicit;
select named('worse'::varchar); select named(v) from (values ('bad'::varchar), ('worse')) x(v);
select coalesce('bad'::varchar, m) from t; select case when true then 'bad'::varchar else m end from t; select 'bad'::varchar union select m from t;
