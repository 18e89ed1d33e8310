-- ALTER TYPE composite ADD ATTRIBUTE by another: server: must be owner of table co; simulated: must be owner of type co. 15-18
CREATE ROLE b; CREATE TYPE co AS (x int); SET ROLE b;
ALTER TYPE co ADD ATTRIBUTE z int;
ALTER TYPE co DROP ATTRIBUTE x;
ALTER TYPE co ALTER ATTRIBUTE x TYPE text;
ALTER TYPE co RENAME ATTRIBUTE x TO y;
