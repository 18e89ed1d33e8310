-- Ranges whose elements agree with other arguments, defaults among them.
create function f1(x anycompatiblerange, y anycompatible, z anycompatible) returns anycompatiblearray as $$
begin
  return array[lower(x), upper(x), y, z];
end$$ language plpgsql;
select f1(int4range(42, 49), 11, 2::smallint) as int;
select f1(numrange(4.5, 7.8), 7.8, 11::real) as num;
select f1(int4range(42, 49), 11, 4.5) as fail;
drop function f1(x anycompatiblerange, y anycompatible, z anycompatible);
create function f1(x anycompatible) returns anycompatiblerange as $$
begin
  return array[x + 1, x + 2];
end$$ language plpgsql;
create function f1(x anycompatiblerange, y anycompatiblearray) returns anycompatiblerange as $$
begin
  return x;
end$$ language plpgsql;
select f1(int4range(42, 49), array[11]) as int, f1(numrange(4.5, 7.8), array[7]) as num;
drop function f1(x anycompatiblerange, y anycompatiblearray);
create function g(r int4range) returns int language plpgsql as $$ declare s int4range := r; t numrange := '[1,2)'; begin return upper(s); end $$;
select g('[1,5)'), g(null);
create function dfunc(anycompatiblerange, anycompatible default 1) returns text language sql as 'select $1::text || $2::text';
select dfunc(int4range(1,4));
select dfunc('[1,4)'::int8range, 3);
create function pair(a anyelement, b anyelement default 'x'::text) returns text language sql as 'select $1::text || $2::text';
select pair('y'::text);
create function same(a anyelement default 42) returns anyelement language plpgsql as $$ begin return a; end $$;
select same(), pg_typeof(same()), same('a'::text);
create function lone(a anyelement default 'x') returns anyelement language sql as 'select $1';
select lone();
