-- RETURN of a row with too many columns, a constant among them: DETAIL server Returned type unknown does not match expected type text in column 2; simulated Number of returned columns (3) does not match (15; 18 see)
CREATE TABLE t (id int, a text);
CREATE FUNCTION rtt() RETURNS t LANGUAGE plpgsql AS $$ BEGIN RETURN (1,'q',3); END $$; SELECT rtt();
