import Testing

/// RAISE, EXCEPTION and what errors say.
@Suite struct ErrorTests {
  @Test func `RAISE`() throws {
    try expectAgreement(
      """
      DO $$ BEGIN RAISE NOTICE 'a % b % c %%', 1, 'x'; END $$;
      DO $$ BEGIN RAISE WARNING 'w %', NULL::text; RAISE INFO 'i'; RAISE LOG 'l'; RAISE DEBUG 'd'; END $$;
      DO $$ BEGIN RAISE EXCEPTION 'bad %', 1 + 1; END $$;
      DO $$ BEGIN RAISE 'no level %', true; END $$;
      DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '22012', HINT = 'h', DETAIL = 'd'; END $$;
      DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = 'unique_violation'; END $$;
      DO $$ BEGIN RAISE division_by_zero; END $$;
      DO $$ BEGIN RAISE SQLSTATE '12345'; END $$;
      DO $$ BEGIN RAISE SQLSTATE '12345' USING MESSAGE = 'm' || 1; END $$;
      DO $$ BEGIN RAISE EXCEPTION USING MESSAGE = 'only', ERRCODE = 'P0002'; END $$;
      DO $$ BEGIN RAISE EXCEPTION 'a' USING MESSAGE = 'b'; END $$;
      DO $$ BEGIN RAISE EXCEPTION 'a' USING HINT = NULL; END $$;
      DO $$ BEGIN RAISE EXCEPTION 'a' USING ERRCODE = 'nonsense'; END $$;
      DO $$ BEGIN RAISE; END $$;
      DO $$ BEGIN RAISE NOTICE USING MESSAGE = 'plain'; END $$;
      DO $$ BEGIN ASSERT 1 = 1; ASSERT 1 = 2, 'two ' || 'parts'; END $$;
      DO $$ BEGIN ASSERT NULL; END $$;
      SET client_min_messages = warning;
      DO $$ BEGIN RAISE NOTICE 'hidden'; RAISE WARNING 'shown'; END $$;
      """)
  }

  @Test func `EXCEPTION takes errors and undoes what the block did`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int PRIMARY KEY, b int CHECK (b > 0));
      CREATE FUNCTION try_it(x int, y int) RETURNS text LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO t VALUES (x, y);
        RETURN 'stored';
      EXCEPTION
        WHEN unique_violation THEN RETURN 'twice';
        WHEN check_violation OR not_null_violation THEN RETURN 'check ' || SQLSTATE;
      END $$;
      SELECT try_it(1, 1);
      SELECT try_it(1, 2);
      SELECT try_it(2, -1);
      SELECT try_it(NULL, 1);
      SELECT * FROM t ORDER BY a;
      CREATE FUNCTION div(a int, b int) RETURNS int LANGUAGE plpgsql AS $$
      BEGIN
        RETURN a / b;
      EXCEPTION WHEN OTHERS THEN
        RAISE NOTICE '% %', SQLSTATE, SQLERRM;
        RETURN -1;
      END $$;
      SELECT div(6, 3), div(1, 0);
      CREATE FUNCTION undone() RETURNS int LANGUAGE plpgsql AS $$
      DECLARE n int := 0;
      BEGIN
        INSERT INTO t VALUES (10, 1);
        BEGIN
          INSERT INTO t VALUES (11, 1);
          n := 5;
          RAISE EXCEPTION 'stop';
        EXCEPTION WHEN raise_exception THEN
          n := n + 1;
        END;
        RETURN n;
      END $$;
      SELECT undone();
      SELECT a FROM t ORDER BY a;
      CREATE FUNCTION rethrow() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        BEGIN
          PERFORM 1 / 0;
        EXCEPTION WHEN division_by_zero THEN
          RAISE NOTICE 'seen';
          RAISE;
        END;
      END $$;
      SELECT rethrow();
      CREATE FUNCTION by_class() RETURNS text LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM 1 / 0;
        RETURN 'no';
      EXCEPTION WHEN data_exception THEN RETURN 'class';
      END $$;
      SELECT by_class();
      CREATE FUNCTION by_code() RETURNS text LANGUAGE plpgsql AS $$
      BEGIN
        RAISE SQLSTATE 'AB123';
      EXCEPTION WHEN SQLSTATE 'AB123' THEN RETURN SQLSTATE;
      END $$;
      SELECT by_code();
      CREATE FUNCTION stacked() RETURNS text LANGUAGE plpgsql AS $$
      DECLARE m text; s text; d text; h text;
      BEGIN
        RAISE EXCEPTION 'msg' USING DETAIL = 'det', HINT = 'hin', ERRCODE = '22023';
      EXCEPTION WHEN OTHERS THEN
        GET STACKED DIAGNOSTICS m = MESSAGE_TEXT, s = RETURNED_SQLSTATE,
          d = PG_EXCEPTION_DETAIL, h = PG_EXCEPTION_HINT;
        RETURN m || s || d || h;
      END $$;
      SELECT stacked();
      CREATE FUNCTION assertion() RETURNS text LANGUAGE plpgsql AS $$
      BEGIN ASSERT false, 'hard'; RETURN 'x'; EXCEPTION WHEN OTHERS THEN RETURN 'taken'; END $$;
      SELECT assertion();
      CREATE FUNCTION handler_fails() RETURNS text LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM 1 / 0;
        RETURN 'x';
      EXCEPTION WHEN division_by_zero THEN
        RETURN ('abc'::text)::int::text;
      END $$;
      SELECT handler_fails();
      CREATE FUNCTION deep_error() RETURNS int LANGUAGE plpgsql AS $$
      BEGIN RETURN deep_error(); END $$;
      CREATE FUNCTION catch_deep() RETURNS text LANGUAGE plpgsql AS $$
      BEGIN PERFORM deep_error(); RETURN 'x'; EXCEPTION WHEN statement_too_complex THEN RETURN SQLSTATE; END $$;
      SELECT catch_deep();
      """)
  }
}
