-- NULLIF is of the type that its first operand is compared as.
select pg_typeof(nullif(1, 2.0)), pg_typeof(nullif(1, 2::bigint)), pg_typeof(nullif('a'::varchar, 'b')), pg_typeof(nullif('a', 'b')), pg_typeof(nullif('a'::char(3), 'b')), pg_typeof(nullif(1::smallint, 2.5::real)), pg_typeof(nullif('2020-01-01'::date, now())), pg_typeof(nullif(1, '2')), pg_typeof(nullif(null, 1)), pg_typeof(nullif('a'::name, 'b'));
select nullif(1, 1.0), nullif(1, 2.5), nullif(2::smallint, 2::real), nullif('a'::char(3), 'a'), nullif('a  '::char(3), 'b'), nullif('{1}'::int[], '{2}'), pg_typeof(nullif('{1}'::int[], '{2}'));
select nullif('2020-01-01'::date, '2020-01-01'::timestamp), nullif('2020-01-02'::date, '2020-01-01'::timestamp);
select pg_typeof(nullif('x'::varchar, 'y'::text)), pg_typeof(nullif('10.0.0.0/8'::cidr, '10.0.0.0/8'::inet)), nullif('10.0.0.0/8'::cidr, '10.0.0.1'::inet);
create domain dd as int; select pg_typeof(nullif(1::dd, 2)), pg_typeof(nullif(1::dd, 2.0)), nullif(1::dd, 1);
create view nv as select nullif(1, 2.0) a, nullif('a', 'b') b, nullif('x'::varchar, 'y') c;
