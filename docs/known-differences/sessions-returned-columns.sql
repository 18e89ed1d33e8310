-- RETURN QUERY of other columns: server CONTEXT has SQL statement "SELECT 1, 2"; 18: DETAIL column "y" (position 2) instead of column 2; simulated neither
CREATE FUNCTION rt() RETURNS TABLE (x int, y text) LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY SELECT 1, 2; END $$;
SELECT * FROM rt();
CREATE FUNCTION rr() RETURNS record LANGUAGE plpgsql AS $$ DECLARE r record; BEGIN SELECT 1 AS a, 'x'::text AS b INTO r; RETURN r; END $$;
SELECT * FROM rr() AS (a int, b int);
