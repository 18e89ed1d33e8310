-- functions (15-18): plpgsql with BEGIN ATOMIC: server 42P13 inline SQL function body only valid for language SQL (simulated accepts); a WINDOW function over OVER () works on the server (simulated 42809); sum(srf of rows): server 42883 sum(t), simulated 0A000; CALL of a function: server rz(unknown) is not a procedure; "any" is quoted
CREATE TABLE t (id int); CREATE FUNCTION rz(text) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE FUNCTION so(int) RETURNS SETOF t LANGUAGE sql AS 'SELECT * FROM t';
CREATE FUNCTION z() RETURNS int LANGUAGE plpgsql BEGIN ATOMIC SELECT 1; END;
CREATE FUNCTION w() RETURNS int LANGUAGE plpgsql WINDOW AS 'BEGIN RETURN 1; END';
SELECT w() OVER ();
SELECT sum(so(1));
CALL rz('x');
CREATE FUNCTION y(VARIADIC a "any") RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;
