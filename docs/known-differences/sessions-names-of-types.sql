-- names of types where tables are meant: other errors; regclass of a composite type has public. before it (server ct). 15-18
CREATE TYPE ct AS (x int); CREATE TABLE tp (id int);
SELECT 'ct'::regclass;
CREATE TABLE inh () INHERITS (ct); -- 42809 (15 "ct" is a composite type; 18 cannot open relation "ct"); simulated 42P01
COMMENT ON TABLE ct IS 'x'; -- 42809 "ct" is not a table; simulated 42P01
ALTER TYPE tp OWNER TO postgres; -- 42809 tp is a table's row type; simulated 42704
ALTER TYPE tp SET SCHEMA public; -- the same
BEGIN; LOCK ct; ROLLBACK; -- message: cannot lock relation "ct"
