import Testing

/// PL/pgSQL that touches no table.
@Suite struct BasicsTests {
  @Test func `Arguments, variables and RETURN`() throws {
    try expectAgreement(
      """
      CREATE FUNCTION add(a int, b int) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE s int := 0;
      BEGIN
        s := a + b;
        RETURN s;
      END $$;
      SELECT add(1, 2);
      SELECT add(1, NULL);
      CREATE FUNCTION pos(int, int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN $1 * $2; END $$;
      SELECT pos(6, 7);
      CREATE FUNCTION strict_one(a int) RETURNS text LANGUAGE plpgsql STRICT AS $$
      BEGIN RETURN 'called'; END $$;
      SELECT strict_one(NULL), strict_one(1);
      CREATE FUNCTION noreturn(a int) RETURNS int LANGUAGE plpgsql AS $$
      BEGIN IF a > 0 THEN RETURN 1; END IF; END $$;
      SELECT noreturn(1);
      SELECT noreturn(0);
      CREATE FUNCTION outs(a int, OUT b int, OUT c text) LANGUAGE plpgsql AS $$
      BEGIN b := a + 1; c := 'x' || a; END $$;
      CREATE FUNCTION oneout(a int, OUT b int) LANGUAGE plpgsql AS $$ BEGIN b := a * 2; END $$;
      SELECT oneout(4);
      CREATE FUNCTION inout(INOUT a int) LANGUAGE plpgsql AS $$ BEGIN a := a + 10; END $$;
      SELECT inout(4);
      CREATE FUNCTION nothing() RETURNS void LANGUAGE plpgsql AS $$ BEGIN RETURN; END $$;
      SELECT nothing();
      """)
  }

  @Test func `Conversions on assignment`() throws {
    try expectAgreement(
      """
      CREATE FUNCTION conv(t text) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE n int;
      BEGIN n := t; RETURN n; END $$;
      SELECT conv('12');
      SELECT conv('abc');
      SELECT conv('99999999999');
      CREATE FUNCTION trunc_it(t text) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE v varchar(3);
      BEGIN v := t; RETURN v; END $$;
      SELECT trunc_it('abc');
      SELECT trunc_it('abcd');
      CREATE FUNCTION num(n numeric) RETURNS numeric LANGUAGE plpgsql AS $$
      DECLARE v numeric(5,2);
      BEGIN v := n; RETURN v; END $$;
      SELECT num(3.14159);
      SELECT num(12345);
      CREATE FUNCTION rnd(n numeric) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN n; END $$;
      SELECT rnd(2.5), rnd(3.5);
      CREATE FUNCTION flag(b boolean) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN b; END $$;
      SELECT flag(true);
      CREATE FUNCTION notnull(a int) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE v int NOT NULL := 1; c CONSTANT int := 5;
      BEGIN v := a; RETURN v + c; END $$;
      SELECT notnull(1);
      SELECT notnull(NULL);
      """)
  }
}
