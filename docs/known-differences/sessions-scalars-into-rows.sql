-- PL/pgSQL: a text/number of another type assigned to a composite variable: server 22P02 malformed record literal: "1"; simulated 42804 cannot assign non-composite value. #print_strict_params: DETAIL parameters: k = '77' is missing. 15-18
CREATE TYPE co AS (x int, y text);
DO $$ DECLARE c co; BEGIN c := (1); END $$;
DO $$ #print_strict_params on
DECLARE a int; k int := 77; BEGIN SELECT 1 INTO STRICT a WHERE k = 1; END $$;
