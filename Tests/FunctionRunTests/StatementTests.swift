import Testing

/// SQL inside functions: what it sees, what it leaves.
@Suite struct StatementTests {
  @Test func `SELECT INTO, FOUND and ROW_COUNT`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int, b text);
      INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, NULL);
      CREATE FUNCTION get(x int) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE r text;
      BEGIN
        SELECT b INTO r FROM t WHERE a = x;
        IF NOT FOUND THEN RETURN 'none'; END IF;
        RETURN r;
      END $$;
      SELECT get(1), get(3), get(9);
      CREATE FUNCTION strictly(x int) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE r text;
      BEGIN
        SELECT b INTO STRICT r FROM t WHERE a >= x;
        RETURN r;
      END $$;
      SELECT strictly(3);
      SELECT strictly(2);
      SELECT strictly(9);
      CREATE FUNCTION counts() RETURNS text LANGUAGE plpgsql AS $$
      DECLARE n int; r text := '';
      BEGIN
        UPDATE t SET b = 'x' WHERE a > 1;
        GET DIAGNOSTICS n = ROW_COUNT; r := r || n || FOUND;
        DELETE FROM t WHERE a = 99;
        GET DIAGNOSTICS n = ROW_COUNT; r := r || n || FOUND;
        PERFORM 1 FROM t; r := r || FOUND;
        PERFORM 1 FROM t WHERE a = 99; r := r || FOUND;
        INSERT INTO t VALUES (4, 'four'), (5, 'five');
        GET DIAGNOSTICS n = ROW_COUNT; r := r || n;
        RETURN r;
      END $$;
      SELECT counts();
      SELECT * FROM t ORDER BY a;
      CREATE FUNCTION no_place() RETURNS int LANGUAGE plpgsql AS $$ BEGIN SELECT 1; RETURN 1; END $$;
      SELECT no_place();
      CREATE FUNCTION two() RETURNS text LANGUAGE plpgsql AS $$
      DECLARE x int; y text;
      BEGIN SELECT a, b INTO x, y FROM t WHERE a = 1; RETURN x || y; END $$;
      SELECT two();
      CREATE FUNCTION ret() RETURNS int LANGUAGE plpgsql AS $$
      DECLARE x int;
      BEGIN INSERT INTO t VALUES (6, 'six') RETURNING a * 10 INTO x; RETURN x; END $$;
      SELECT ret();
      CREATE FUNCTION many() RETURNS int LANGUAGE plpgsql AS $$
      DECLARE x int;
      BEGIN UPDATE t SET b = 'z' RETURNING a INTO x; RETURN x; END $$;
      SELECT many();
      CREATE FUNCTION whole() RETURNS int LANGUAGE plpgsql AS $$
      DECLARE x int := (SELECT max(a) FROM t);
      BEGIN x := count(*) FROM t; RETURN x; END $$;
      SELECT whole();
      CREATE FUNCTION several() RETURNS int LANGUAGE plpgsql AS $$
      DECLARE x int; BEGIN x := a FROM t; RETURN x; END $$;
      SELECT several();
      """)
  }

  @Test func `A name may be a variable or a column`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int, b int);
      INSERT INTO t VALUES (1, 10), (2, 20);
      CREATE FUNCTION amb(a int) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE r int;
      BEGIN SELECT b INTO r FROM t WHERE a = a; RETURN r; END $$;
      SELECT amb(1);
      CREATE FUNCTION qual(a int) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE r int;
      BEGIN SELECT b INTO r FROM t WHERE t.a = qual.a; RETURN r; END $$;
      SELECT qual(2);
      CREATE FUNCTION use_col(a int) RETURNS bigint LANGUAGE plpgsql AS $$
      #variable_conflict use_column
      DECLARE r bigint;
      BEGIN SELECT count(*) INTO r FROM t WHERE a = a; RETURN r; END $$;
      SELECT use_col(1);
      CREATE FUNCTION use_var(a int) RETURNS bigint LANGUAGE plpgsql AS $$
      #variable_conflict use_variable
      DECLARE r bigint;
      BEGIN SELECT count(*) INTO r FROM t WHERE t.a = a; RETURN r; END $$;
      SELECT use_var(1);
      CREATE FUNCTION unknown_name() RETURNS int LANGUAGE plpgsql AS $$
      BEGIN RETURN nosuch + 1; END $$;
      SELECT unknown_name();
      CREATE FUNCTION unknown_table() RETURNS int LANGUAGE plpgsql AS $$
      BEGIN PERFORM * FROM nosuch; RETURN 1; END $$;
      SELECT unknown_table();
      """)
  }

  @Test func `Records and row types`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int, b text);
      INSERT INTO t VALUES (1, 'one'), (2, 'two');
      CREATE FUNCTION rec() RETURNS text LANGUAGE plpgsql AS $$
      DECLARE r record; s t%ROWTYPE; u t; c t.b%TYPE;
      BEGIN
        SELECT * INTO r FROM t WHERE a = 1;
        SELECT * INTO s FROM t WHERE a = 2;
        u := r;
        u.b := u.b || '!';
        c := s.b;
        RETURN r.a || r.b || s.a || s.b || u.b || c;
      END $$;
      SELECT rec();
      CREATE FUNCTION unassigned() RETURNS int LANGUAGE plpgsql AS $$
      DECLARE r record; BEGIN RETURN r.a; END $$;
      SELECT unassigned();
      CREATE FUNCTION nofield() RETURNS int LANGUAGE plpgsql AS $$
      DECLARE r record; BEGIN SELECT 1 AS x INTO r; RETURN r.y; END $$;
      SELECT nofield();
      CREATE FUNCTION loop_rec() RETURNS text LANGUAGE plpgsql AS $$
      DECLARE r record; s text := '';
      BEGIN
        FOR r IN SELECT a, b FROM t ORDER BY a DESC LOOP s := s || r.a || r.b || ','; END LOOP;
        RETURN s || r.a;
      END $$;
      SELECT loop_rec();
      CREATE FUNCTION loop_vars() RETURNS text LANGUAGE plpgsql AS $$
      DECLARE x int; y text; s text := '';
      BEGIN
        FOR x, y IN SELECT a, b FROM t ORDER BY a LOOP s := s || x || y; EXIT WHEN x = 1; END LOOP;
        RETURN s;
      END $$;
      SELECT loop_vars();
      CREATE FUNCTION empty_row() RETURNS boolean LANGUAGE plpgsql AS $$
      DECLARE r record; BEGIN SELECT * INTO r FROM t WHERE a = 99; RETURN r.a IS NULL; END $$;
      SELECT empty_row();
      CREATE FUNCTION built() RETURNS text LANGUAGE plpgsql AS $$
      DECLARE s t; BEGIN s := ROW(7, 'seven'); s.a := s.a + 1; RETURN s.a || s.b; END $$;
      SELECT built();
      DO $$ DECLARE r record; BEGIN SELECT 1 AS a, 'x y' AS b, NULL AS c INTO r; RAISE NOTICE '%', r; END $$;
      """)
  }

  @Test func `Dynamic SQL`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int, b text);
      CREATE FUNCTION put(x int) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE n int;
      BEGIN
        EXECUTE 'INSERT INTO t VALUES ($1, $2)' USING x, 'v' || x;
        EXECUTE 'SELECT count(*) FROM ' || 't' || ' WHERE a <= $1' INTO n USING x;
        RETURN n;
      END $$;
      SELECT put(1);
      SELECT put(2);
      SELECT * FROM t ORDER BY a;
      DO $$ BEGIN EXECUTE 'CREATE TABLE made (x int)'; EXECUTE 'INSERT INTO made VALUES (3)'; END $$;
      SELECT * FROM made;
      DO $$ BEGIN EXECUTE NULL; END $$;
      DO $$ BEGIN EXECUTE 'SELEC 1'; END $$;
      DO $$ DECLARE r record; BEGIN
        FOR r IN EXECUTE 'SELECT a FROM t WHERE a > $1 ORDER BY a' USING 0 LOOP RAISE NOTICE '%', r.a; END LOOP;
      END $$;
      DO $$ DECLARE x int := 5; y int; BEGIN EXECUTE 'SELECT x' INTO y; END $$;
      DO $$ DECLARE y int; BEGIN EXECUTE 'SELECT a FROM t' INTO STRICT y; END $$;
      DO $$ BEGIN CREATE TABLE plain (y int); INSERT INTO plain VALUES (1); ALTER TABLE plain ENABLE ROW LEVEL SECURITY; END $$;
      SELECT * FROM plain;
      DO $$ BEGIN
        BEGIN CREATE TABLE gone (z int); RAISE EXCEPTION 'no'; EXCEPTION WHEN OTHERS THEN NULL; END;
      END $$;
      SELECT * FROM gone;
      DO $$ BEGIN COMMIT; END $$;
      """, undecided: 1)
  }

  @Test func `Cursors`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int);
      INSERT INTO t VALUES (1), (2), (3), (4);
      CREATE FUNCTION walk() RETURNS text LANGUAGE plpgsql AS $$
      DECLARE c CURSOR (n int) FOR SELECT a FROM t WHERE a > n ORDER BY a; x int; s text := '';
      BEGIN
        OPEN c(1);
        LOOP FETCH c INTO x; EXIT WHEN NOT FOUND; s := s || x; END LOOP;
        CLOSE c;
        FOR r IN c(3) LOOP s := s || 'r' || r.a; END LOOP;
        RETURN s;
      END $$;
      SELECT walk();
      CREATE FUNCTION moves() RETURNS text LANGUAGE plpgsql AS $$
      DECLARE c SCROLL CURSOR FOR SELECT a FROM t ORDER BY a; x int; s text := '';
      BEGIN
        OPEN c;
        FETCH LAST FROM c INTO x; s := s || x;
        FETCH PRIOR FROM c INTO x; s := s || x;
        FETCH FIRST FROM c INTO x; s := s || x;
        MOVE FORWARD 2 FROM c;
        FETCH c INTO x; s := s || x;
        FETCH ABSOLUTE 2 FROM c INTO x; s := s || x;
        FETCH RELATIVE -1 FROM c INTO x; s := s || x;
        CLOSE c;
        RETURN s;
      END $$;
      SELECT moves();
      DO $$ DECLARE c refcursor; x int; BEGIN
        OPEN c FOR SELECT 5; FETCH c INTO x; RAISE NOTICE '%', x; CLOSE c;
        OPEN c FOR EXECUTE 'SELECT 6'; FETCH c INTO x; RAISE NOTICE '%', x; CLOSE c;
      END $$;
      """)
  }
}
