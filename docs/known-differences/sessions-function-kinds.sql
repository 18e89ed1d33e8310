-- sum(srf of rows): server 42883 sum(t), simulated 0A000; functions with WINDOW are undecided
CREATE TABLE t (id int); CREATE FUNCTION so(int) RETURNS SETOF t LANGUAGE sql AS 'SELECT * FROM t';
SELECT sum(so(1));
CREATE FUNCTION w() RETURNS int LANGUAGE plpgsql WINDOW AS 'BEGIN RETURN 1; END';
SELECT w() OVER ();
