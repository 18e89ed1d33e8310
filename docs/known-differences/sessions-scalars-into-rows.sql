-- PL/pgSQL #print_strict_params: DETAIL parameters: k = '77' is missing. 15-18
DO $$ #print_strict_params on
DECLARE a int; k int := 77; BEGIN SELECT 1 INTO STRICT a WHERE k = 1; END $$;
