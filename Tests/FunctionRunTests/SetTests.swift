import Testing

/// Functions that give rows, and functions in SQL. RULES 72.
@Suite struct SetTests {
  @Test func `RETURN NEXT and RETURN QUERY`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int, b text);
      INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, NULL);
      CREATE FUNCTION evens(n int) RETURNS SETOF int LANGUAGE plpgsql AS $$
      BEGIN FOR i IN 1..n LOOP IF i % 2 = 0 THEN RETURN NEXT i; END IF; END LOOP; RETURN; END $$;
      SELECT * FROM evens(7);
      SELECT evens(4);
      SELECT e * 10 AS x FROM evens(6) AS e ORDER BY x DESC;
      CREATE FUNCTION tab(n int) RETURNS TABLE (x int, y text) LANGUAGE plpgsql AS $$
      BEGIN
        RETURN QUERY SELECT t.a, t.b FROM t WHERE t.a <= n ORDER BY t.a;
        x := 100; y := 'last';
        RETURN NEXT;
      END $$;
      SELECT * FROM tab(2);
      SELECT y FROM tab(9) WHERE x > 2;
      SELECT tab(1);
      CREATE FUNCTION rows_of() RETURNS SETOF t LANGUAGE plpgsql AS $$
      DECLARE r t%ROWTYPE;
      BEGIN
        FOR r IN SELECT * FROM t WHERE a > 1 ORDER BY a LOOP r.b := coalesce(r.b, 'nil'); RETURN NEXT r; END LOOP;
        RETURN QUERY SELECT * FROM t WHERE a = 1;
        RAISE NOTICE '%', FOUND;
      END $$;
      SELECT * FROM rows_of();
      SELECT b FROM rows_of() r WHERE r.a = 1;
      CREATE FUNCTION wrong_types() RETURNS TABLE (x int) LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY SELECT 'a'::text; END $$;
      SELECT * FROM wrong_types();
      CREATE FUNCTION wrong_count() RETURNS TABLE (x int, y int) LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY SELECT 1; END $$;
      SELECT * FROM wrong_count();
      CREATE FUNCTION dyn(q text) RETURNS SETOF int LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY EXECUTE q; END $$;
      SELECT * FROM dyn('SELECT a FROM t ORDER BY a');
      CREATE FUNCTION recs() RETURNS SETOF record LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY SELECT a, b FROM t ORDER BY a; END $$;
      SELECT * FROM recs() AS r(a int, b text);
      SELECT * FROM recs() AS r(a int, b int);
      SELECT t.a, e.e FROM t, evens(t.a + 1) AS e ORDER BY 1, 2;
      """)
  }

  @Test func `Functions in SQL`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int, b text);
      INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, NULL);
      CREATE FUNCTION sql_set(n int) RETURNS SETOF t LANGUAGE sql AS $$ SELECT * FROM t WHERE a <= n ORDER BY a $$;
      SELECT * FROM sql_set(2);
      CREATE FUNCTION sql_table(n int) RETURNS TABLE (k int, v text) LANGUAGE sql STABLE AS $$ SELECT a, b FROM t WHERE a >= n ORDER BY a $$;
      SELECT k, v FROM sql_table(2);
      CREATE FUNCTION sql_two(x int) RETURNS bigint LANGUAGE sql AS $$
        INSERT INTO t VALUES (x, 'new');
        SELECT count(*) FROM t;
      $$;
      SELECT sql_two(10);
      SELECT sql_two(11);
      CREATE FUNCTION sql_void() RETURNS void LANGUAGE sql AS $$ DELETE FROM t WHERE a >= 10 $$;
      SELECT sql_void();
      SELECT count(*) FROM t;
      CREATE FUNCTION sql_ret(x int) RETURNS int LANGUAGE sql AS $$ INSERT INTO t VALUES (x, 'r') RETURNING a * 2 $$;
      SELECT sql_ret(20);
      CREATE FUNCTION sql_out(IN x int, OUT p int, OUT q text) LANGUAGE sql AS $$ SELECT x + 1, 'q' || x $$;
      SELECT * FROM sql_out(1);
      CREATE FUNCTION sql_names(a int) RETURNS text LANGUAGE sql STABLE AS $$ SELECT b FROM t WHERE t.a = sql_names.a $$;
      SELECT sql_names(2);
      CREATE FUNCTION sql_empty() RETURNS int LANGUAGE sql AS $$ SELECT a FROM t WHERE false $$;
      SELECT sql_empty();
      CREATE FUNCTION sql_atomic(x int) RETURNS int BEGIN ATOMIC INSERT INTO t VALUES (x, 'at'); SELECT max(a) FROM t; END;
      SELECT sql_atomic(50);
      CREATE FUNCTION sql_return(x int) RETURNS int RETURN x * 2;
      SELECT sql_return(4);
      CREATE FUNCTION sql_row() RETURNS t LANGUAGE sql AS $$ SELECT * FROM t WHERE a = 1 $$;
      SELECT sql_row();
      SELECT (sql_row()).b;
      SELECT * FROM sql_row();
      CREATE FUNCTION sql_default(x int, y int DEFAULT 5) RETURNS int LANGUAGE sql AS $$ SELECT x + y $$;
      SELECT sql_default(1), sql_default(1, 1), sql_default(y => 2, x => 3);
      CREATE FUNCTION pl_default(x int, y int DEFAULT 5) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN x + y; END $$;
      SELECT pl_default(1), pl_default(1, 1), pl_default(y => 2, x => 3);
      CREATE FUNCTION sql_settings() RETURNS text LANGUAGE sql STABLE SET search_path = '' AS $$ SELECT current_setting('search_path') $$;
      SELECT sql_settings();
      """)
  }
}
