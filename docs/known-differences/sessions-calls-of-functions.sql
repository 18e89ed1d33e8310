-- CALL of a function with defaults: server f1(integer) is not a procedure; simulated f1(integer, integer) … (15-18)
CREATE FUNCTION f1(a int, b int DEFAULT 2) RETURNS int LANGUAGE sql AS 'SELECT 1';
CALL f1(1);
