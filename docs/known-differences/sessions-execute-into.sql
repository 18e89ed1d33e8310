-- PL/pgSQL EXECUTE 'SELECT … INTO foo': server 0A000 EXECUTE of SELECT ... INTO is not implemented (+HINT, CONTEXT); simulated: accepted. 15-18
DO $$ BEGIN EXECUTE 'SELECT 1 AS a INTO foo'; END $$;
SELECT * FROM foo;
