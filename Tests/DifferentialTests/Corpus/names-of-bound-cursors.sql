-- Before 16 a bound cursor's portal is called as its variable; what a function leaves open is the session's.
CREATE TABLE rc (a int);
INSERT INTO rc VALUES (1), (2);
CREATE FUNCTION opens() RETURNS text LANGUAGE plpgsql AS $$
DECLARE c CURSOR FOR SELECT a FROM rc; n text;
BEGIN
  n := c;
  OPEN c;
  RETURN n;
END $$;
BEGIN;
SELECT opens();
SELECT opens();
ROLLBACK;
BEGIN;
SELECT opens();
FETCH c;
COMMIT;
FETCH c;
BEGIN;
CREATE TYPE sort AS ENUM ('good');
ALTER TYPE sort RENAME TO kind;
ALTER TYPE kind ADD VALUE 'bad';
SELECT enum_range(NULL::kind);
ROLLBACK;
