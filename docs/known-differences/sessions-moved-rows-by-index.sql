-- rows come by a bitmap over the key after an UPDATE: server 1,3,4 (HOT chains by their first pointer); simulated 1,4,3. RETURNING and triggers' notices through a view in that order too. 15-18
CREATE TABLE t (id int PRIMARY KEY, a int, b text);
INSERT INTO t VALUES (1,1),(3,3),(4,3);
UPDATE t SET a = a + 1 WHERE id = 3;
SELECT * FROM t WHERE id < 5;
CREATE FUNCTION tf() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE NOTICE ''%'', OLD; RETURN NEW; END'; CREATE TRIGGER tr BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION tf();
UPDATE t SET a = 0 WHERE id < 5;
