-- HAVING without aggregates is asked of rows too; of functions that may not be called that of the cheapest condition is named.
CREATE ROLE ann@;
CREATE TABLE b (id int, x int, k int);
INSERT INTO b VALUES (1, 1, 0), (2, 1, 1);
CREATE TABLE e (id int, x int NOT NULL);
CREATE FUNCTION says(int) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'says %', $1; RETURN true; END $$;
CREATE FUNCTION closed(int) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RETURN true; END $$;
CREATE FUNCTION steady(int) RETURNS bool LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN true; END $$;
CREATE FUNCTION inlined(int) RETURNS bool LANGUAGE sql VOLATILE AS $$ SELECT $1 = 1 $$;
CREATE FUNCTION cheap(int) RETURNS bool LANGUAGE plpgsql COST 1 AS $$ BEGIN RETURN true; END $$;
REVOKE EXECUTE ON FUNCTION closed(int), steady(int), inlined(int), cheap(int) FROM PUBLIC;
GRANT SELECT ON b, e TO ann@;
SET ROLE ann@;
SELECT sum(x) FROM b WHERE says(k) HAVING false;
SELECT sum(x) FROM b WHERE 1 / k > 0 HAVING false;
SELECT sum(x) FROM b WHERE says(k) HAVING current_user = 'zz';
SELECT bool_and(says(k)) FROM b HAVING false;
SELECT sum(x) FROM b WHERE says(k) HAVING true;
SELECT sum(x) FROM b WHERE closed(k) HAVING false;
SELECT x, sum(x) FROM b WHERE closed(k) GROUP BY x HAVING false;
SELECT sum(x) FROM b HAVING sum(x) > 1 AND current_user <> 'zz';
SELECT steady(id), cheap(x) FROM b;
SELECT * FROM b WHERE steady(id) AND cheap(x);
SELECT * FROM b WHERE inlined(id) AND cheap(x);
SELECT x FROM b WHERE CASE WHEN x > 1 THEN says(x) ELSE steady(x) END AND cheap(id);
SELECT x FROM (SELECT x FROM b WHERE steady(x) AND cheap(id) LIMIT 1) z WHERE x = 1;
SELECT x FROM (SELECT x FROM b UNION ALL SELECT x FROM b) z WHERE steady(x) AND cheap(x);
SELECT v >= 170000 AS v17 FROM (SELECT current_setting('server_version_num')::int) s(v) \gset
\if :v17
SELECT x, count(*) FROM e WHERE closed(id) GROUP BY x HAVING x IS NULL;
SELECT x, count(*) FROM e m, generate_series(1, 1) n WHERE closed(id) GROUP BY x HAVING x IS NULL;
\endif
