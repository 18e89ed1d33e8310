-- NOT of alternatives is a list of conditions, of which the cheapest is asked first.
CREATE ROLE bob@;
CREATE TABLE docs (id int);
CREATE TABLE s (id bigserial, owner varchar (12), note numeric, t text, i int);
INSERT INTO s VALUES (2, 'a', 5, 'x', 1), (3, 'b', 5, 'y', 2);
CREATE FUNCTION f0() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN DELETE FROM public.docs WHERE id = 3; RETURN 2; END $$;
GRANT SELECT ON s TO bob@;
SET ROLE bob@;
SELECT FROM s WHERE NOT (note > f0 () OR owner <= owner);
SELECT FROM s WHERE NOT (note > f0 () OR t <= t);
SELECT FROM s WHERE NOT (note > f0 () OR i <= i);
SELECT FROM s WHERE NOT (note > f0 () OR i <= 5);
SELECT FROM s WHERE note <= f0 () AND owner > owner;
SELECT FROM s WHERE note <= f0 () AND NOT owner <= owner;
SELECT FROM s WHERE NOT note > f0 () AND NOT owner <= owner;
SELECT FROM s WHERE NOT (note > f0 ()) AND i > 5;
SELECT FROM s WHERE NOT (note > f0 () OR t = t);
SELECT FROM s WHERE NOT (note > f0 () OR NOT t <> t);
SELECT FROM s WHERE NOT (NOT note < f0 () OR NOT t <> t);
