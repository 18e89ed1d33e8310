import Testing

/// Values of PL/pgSQL variables: arrays, rows, JSON, enums, domains.
@Suite struct ValueTests {
  @Test func `Arrays`() throws {
    try expectAgreement(
      """
      CREATE FUNCTION fill(n int) RETURNS int[] LANGUAGE plpgsql AS $$
      DECLARE a int[];
      BEGIN
        FOR i IN 1..n LOOP a[i] := i * i; END LOOP;
        RETURN a;
      END $$;
      SELECT fill(4), fill(0);
      CREATE FUNCTION gaps() RETURNS int[] LANGUAGE plpgsql AS $$
      DECLARE a int[] := ARRAY[1, 2];
      BEGIN a[5] := 5; a[-1] := 0; a[2] := a[2] + 10; RETURN a; END $$;
      SELECT gaps();
      CREATE FUNCTION total(a int[]) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE x int; s int := 0;
      BEGIN
        FOREACH x IN ARRAY a LOOP s := s + coalesce(x, 100); END LOOP;
        RETURN s;
      END $$;
      SELECT total(ARRAY[1, 2, NULL]), total('{}'), total('{{1,2},{3,4}}');
      SELECT total(NULL);
      CREATE FUNCTION slices(a int[]) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE x int[]; s text := '';
      BEGIN FOREACH x SLICE 1 IN ARRAY a LOOP s := s || x::text; END LOOP; RETURN s; END $$;
      SELECT slices('{{1,2},{3,4}}');
      CREATE FUNCTION null_subscript() RETURNS int[] LANGUAGE plpgsql AS $$
      DECLARE a int[]; BEGIN a[NULL] := 1; RETURN a; END $$;
      SELECT null_subscript();
      CREATE FUNCTION two_d() RETURNS int[] LANGUAGE plpgsql AS $$
      DECLARE a int[] := '{{1,2},{3,4}}'; BEGIN a[2][1] := 9; RETURN a; END $$;
      SELECT two_d();
      CREATE FUNCTION outside() RETURNS int[] LANGUAGE plpgsql AS $$
      DECLARE a int[] := '{{1,2},{3,4}}'; BEGIN a[3][1] := 9; RETURN a; END $$;
      SELECT outside();
      """)
  }

  @Test func `Enums, domains and rows`() throws {
    try expectAgreement(
      """
      CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
      CREATE TYPE pair AS (a int, b text);
      CREATE FUNCTION better(m mood) RETURNS mood LANGUAGE plpgsql AS $$
      DECLARE r mood := 'happy';
      BEGIN IF m < r THEN RETURN r; END IF; RETURN m; END $$;
      SELECT better('sad'), better('happy');
      CREATE FUNCTION wrong() RETURNS mood LANGUAGE plpgsql AS $$
      DECLARE r mood; BEGIN r := 'furious'; RETURN r; END $$;
      SELECT wrong();
      CREATE FUNCTION make_pair(x int) RETURNS pair LANGUAGE plpgsql AS $$
      DECLARE p pair;
      BEGIN p.a := x; p.b := 'v' || x; RETURN p; END $$;
      SELECT make_pair(3);
      SELECT (make_pair(3)).b;
      CREATE FUNCTION by_row(x int) RETURNS pair LANGUAGE plpgsql AS $$
      BEGIN RETURN ROW(x, 'row'); END $$;
      SELECT by_row(1);
      CREATE FUNCTION by_typed_row(x int) RETURNS pair LANGUAGE plpgsql AS $$
      BEGIN RETURN ROW(x, 'row'::text); END $$;
      SELECT by_typed_row(1);
      CREATE FUNCTION by_wide_row(x bigint) RETURNS pair LANGUAGE plpgsql AS $$
      BEGIN RETURN ROW(x, 'row'::text); END $$;
      SELECT by_wide_row(1);
      CREATE FUNCTION take(p pair) RETURNS text LANGUAGE plpgsql AS $$
      BEGIN RETURN p.b || p.a; END $$;
      SELECT take(ROW(1, 'x')), take(make_pair(2));
      CREATE FUNCTION null_pair() RETURNS pair LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      SELECT null_pair() IS NULL;
      CREATE FUNCTION too_many() RETURNS pair LANGUAGE plpgsql AS $$ BEGIN RETURN ROW(1, 'a', 2); END $$;
      SELECT too_many();
      CREATE FUNCTION not_row() RETURNS pair LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;
      SELECT not_row();
      CREATE FUNCTION outs(x int, OUT a int, OUT b text) LANGUAGE plpgsql AS $$
      BEGIN a := x; b := 'b'; END $$;
      SELECT outs(1);
      SELECT (outs(2)).a;
      """)
  }

  @Test func `Times, intervals, uuids and JSON`() throws {
    try expectAgreement(
      """
      CREATE FUNCTION later(d date, n int) RETURNS date LANGUAGE plpgsql AS $$
      DECLARE r date := d + n; BEGIN RETURN r; END $$;
      SELECT later('2024-02-28', 2);
      CREATE FUNCTION get_id(u uuid) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN u; END $$;
      SELECT get_id('A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11');
      CREATE FUNCTION role_of(claims jsonb) RETURNS text LANGUAGE plpgsql STABLE AS $$
      DECLARE r text;
      BEGIN
        r := claims ->> 'role';
        IF r IS NULL THEN RETURN 'anon'; END IF;
        RETURN r;
      END $$;
      SELECT role_of('{"role": "admin"}'), role_of('{}');
      CREATE FUNCTION bad_json(t text) RETURNS jsonb LANGUAGE plpgsql AS $$
      BEGIN RETURN t::jsonb; EXCEPTION WHEN invalid_text_representation THEN RETURN '{"bad": true}'; END $$;
      SELECT bad_json('{"a": 1}'), bad_json('{');
      """)
  }
}
