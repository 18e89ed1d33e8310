-- message only: LINE is of the first call of that name in the statement, not of the one that fails; SELECT f(a => 1, 2) and column definition list errors have no LINE; 15-18
CREATE FUNCTION o1(int) RETURNS text LANGUAGE sql AS $$ SELECT 'int' $$; CREATE FUNCTION o1(numeric) RETURNS text LANGUAGE sql AS $$ SELECT 'numeric' $$;
SELECT o1(1), o1(true);
SELECT o1(a => 1, 2);
CREATE FUNCTION rr() RETURNS record LANGUAGE plpgsql AS $$ BEGIN RETURN ROW(1); END $$;
SELECT * FROM rr();
SELECT * FROM o1(1) AS (a text);
