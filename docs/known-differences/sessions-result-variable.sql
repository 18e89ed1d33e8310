-- PL/pgSQL ALIAS FOR $0 in a polymorphic function: server accepts (1); simulated 42704 variable "$0" does not exist. 15-18
CREATE FUNCTION pa(anyarray) RETURNS anyelement LANGUAGE plpgsql AS $$ DECLARE r ALIAS FOR $0; BEGIN r := $1[1]; RETURN r; END $$;
SELECT pa(ARRAY[1,2]);
CREATE FUNCTION pb(anyarray) RETURNS anyelement LANGUAGE plpgsql AS $$ BEGIN $0 := $1[1]; RETURN $0; END $$;
SELECT pb(ARRAY[1,2]);
