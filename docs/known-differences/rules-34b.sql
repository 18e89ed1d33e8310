CREATE ROLE x_a; CREATE TABLE a (id int, own text, x int); CREATE TABLE b (id int, own text, y int); INSERT INTO a VALUES (1,'x_a',1); INSERT INTO b VALUES (1,'x_a',1),(3,'x_a',0); ALTER TABLE a ENABLE ROW LEVEL SECURITY; ALTER TABLE b ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON a USING (own=current_user); CREATE POLICY p ON b USING (own=current_user); GRANT ALL ON a,b TO x_a; SET ROLE x_a;
SELECT a.id FROM a JOIN b ON a.id=b.id AND 1/b.y>0;
UPDATE a SET x=b.y FROM b WHERE a.id=b.id AND 1/b.y>0;
CREATE FUNCTION pg_temp.lk(int) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'saw %', $1; RETURN true; END $$;
RESET ROLE; CREATE FUNCTION lk(int) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'saw %', $1; RETURN true; END $$; SET ROLE x_a;
SELECT a.id FROM a JOIN b ON a.id=b.id WHERE lk(b.id);
SELECT a.id FROM a JOIN b ON a.id=b.id WHERE lk(a.id);
SELECT a.id FROM a JOIN b USING (id) WHERE lk(b.y) AND lk(a.x+10);
