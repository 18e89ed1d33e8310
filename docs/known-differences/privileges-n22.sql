create function f(bigint) returns text language sql immutable as $$ select 'big'::text $$; prepare q1 as select f(1);
create function f(int) returns text language sql immutable as $$ select 'int'::text $$;
execute q1;
