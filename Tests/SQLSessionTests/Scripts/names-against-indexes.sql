-- The index of a text column has another collation than CURRENT_USER: what is asked before it is asked of its rows.
CREATE ROLE alice@;
CREATE TABLE m (a int); INSERT INTO m VALUES (0);
CREATE TABLE z (id int, note text UNIQUE); 
CREATE FUNCTION boom() RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN RAISE NOTICE 'boom'; RETURN true; END $$;
ALTER TABLE m ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON m USING (boom());
ALTER TABLE z ENABLE ROW LEVEL SECURITY;
CREATE POLICY r ON z AS RESTRICTIVE USING ('0' IN (SELECT a FROM m));
CREATE POLICY t ON z USING (note = current_user);
GRANT ALL ON m, z TO alice@;
SET ROLE alice@;
SELECT FROM z;
RESET ROLE; INSERT INTO z VALUES (1, 'x'); SET ROLE alice@;
SELECT FROM z;
SELECT FROM z WHERE note = 'y';
SELECT FROM z WHERE id = 5;
