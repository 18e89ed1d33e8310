import Testing

/// IF, CASE, loops and blocks; how deep calls may go. RULES 69.
@Suite struct ControlTests {
  @Test func `IF and CASE`() throws {
    try expectAgreement(
      """
      CREATE FUNCTION sign_of(a int) RETURNS text LANGUAGE plpgsql AS $$
      BEGIN
        IF a > 0 THEN RETURN 'plus'; ELSIF a < 0 THEN RETURN 'minus'; ELSE RETURN 'zero'; END IF;
      END $$;
      SELECT sign_of(1), sign_of(-1), sign_of(0), sign_of(NULL);
      CREATE FUNCTION kind(a int) RETURNS text LANGUAGE plpgsql AS $$
      BEGIN
        CASE a WHEN 1, 2 THEN RETURN 'low'; WHEN 3 THEN RETURN 'three'; END CASE;
        RETURN 'not reached';
      END $$;
      SELECT kind(1), kind(3);
      SELECT kind(9);
      SELECT kind(NULL);
      CREATE FUNCTION search(a int) RETURNS text LANGUAGE plpgsql AS $$
      BEGIN
        CASE WHEN a > 10 THEN RETURN 'big'; WHEN a > 5 THEN RETURN 'middle'; ELSE RETURN 'small'; END CASE;
      END $$;
      SELECT search(11), search(6), search(NULL);
      CREATE FUNCTION nested(a int) RETURNS text LANGUAGE plpgsql AS $$
      BEGIN
        IF a > 0 THEN
          IF a > 10 THEN RETURN 'big';
          ELSE
            CASE a WHEN 5 THEN RETURN 'five'; ELSE NULL; END CASE;
          END IF;
        END IF;
        RETURN 'rest';
      END $$;
      SELECT nested(20), nested(5), nested(1), nested(-1);
      """)
  }

  @Test func `Loops, EXIT and CONTINUE`() throws {
    try expectAgreement(
      """
      CREATE FUNCTION sum_to(n int) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE s int := 0;
      BEGIN
        FOR i IN 1..n LOOP s := s + i; END LOOP;
        RETURN s;
      END $$;
      SELECT sum_to(10), sum_to(0);
      SELECT sum_to(NULL);
      CREATE FUNCTION down(n int, step int) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE r text := '';
      BEGIN
        FOR i IN REVERSE n..1 BY step LOOP r := r || i || ','; END LOOP;
        RETURN r;
      END $$;
      SELECT down(7, 2), down(1, 5);
      SELECT down(7, 0);
      CREATE FUNCTION labels() RETURNS text LANGUAGE plpgsql AS $$
      DECLARE r text := '';
      BEGIN
        <<outer_loop>>
        FOR i IN 1..5 LOOP
          FOR j IN 1..5 LOOP
            CONTINUE outer_loop WHEN j = 3;
            EXIT outer_loop WHEN i = 4;
            r := r || i || j || ' ';
          END LOOP;
        END LOOP;
        RETURN r;
      END $$;
      SELECT labels();
      CREATE FUNCTION whiles() RETURNS int LANGUAGE plpgsql AS $$
      DECLARE n int := 0;
      BEGIN
        WHILE n < 10 LOOP n := n + 3; END LOOP;
        LOOP
          n := n + 1;
          CONTINUE WHEN n < 15;
          EXIT;
        END LOOP;
        RETURN n;
      END $$;
      SELECT whiles();
      CREATE FUNCTION shadow() RETURNS text LANGUAGE plpgsql AS $$
      <<outer_block>>
      DECLARE x int := 1;
      BEGIN
        DECLARE x int := 2;
        BEGIN
          x := x + outer_block.x;
          outer_block.x := 10;
          FOR x IN 5..5 LOOP outer_block.x := outer_block.x + x; END LOOP;
          RETURN x || ' ' || outer_block.x || ' ' || shadow.found;
        END;
      END $$;
      SELECT shadow();
      CREATE FUNCTION leave_block() RETURNS int LANGUAGE plpgsql AS $$
      DECLARE n int := 1;
      BEGIN
        <<b>> BEGIN
          n := 2;
          EXIT b;
          n := 3;
        END b;
        RETURN n;
      END $$;
      SELECT leave_block();
      CREATE FUNCTION found_after() RETURNS text LANGUAGE plpgsql AS $$
      DECLARE r text;
      BEGIN
        FOR i IN 1..0 LOOP NULL; END LOOP; r := found::text;
        FOR i IN 1..2 LOOP NULL; END LOOP; r := r || found::text;
        RETURN r;
      END $$;
      SELECT found_after();
      CREATE FUNCTION edge() RETURNS int LANGUAGE plpgsql AS $$
      DECLARE n int := 0;
      BEGIN FOR i IN 2147483646..2147483647 LOOP n := n + 1; END LOOP; RETURN n; END $$;
      SELECT edge();
      """)
  }

  @Test func `What never ends is undecided, and deep recursion is an error`() throws {
    try expectAgreement(
      """
      CREATE FUNCTION fact(n numeric) RETURNS numeric LANGUAGE plpgsql AS $$
      BEGIN IF n <= 1 THEN RETURN 1; END IF; RETURN n * fact(n - 1); END $$;
      SELECT fact(20);
      SELECT fact(100);
      CREATE FUNCTION deep(n int) RETURNS int LANGUAGE plpgsql AS $$
      BEGIN RETURN deep(n + 1); END $$;
      SELECT deep(1);
      CREATE FUNCTION even(n int) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN IF n = 0 THEN RETURN true; END IF; RETURN odd(n - 1); END $$;
      CREATE FUNCTION odd(n int) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN IF n = 0 THEN RETURN false; END IF; RETURN even(n - 1); END $$;
      SELECT even(100), odd(33);
      """)
  }
}
