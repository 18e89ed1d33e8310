import Testing

/// As whom functions run, and which settings they have.
@Suite struct RightsTests {
  @Test func `SECURITY DEFINER switches the role for all below it`() throws {
    try expectAgreement(
      """
      CREATE ROLE ana; CREATE ROLE boss;
      CREATE TABLE secret (a int);
      INSERT INTO secret VALUES (1), (2);
      ALTER TABLE secret OWNER TO boss;
      CREATE FUNCTION who() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN current_user; END $$;
      CREATE FUNCTION as_boss() RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS $$
      DECLARE n int;
      BEGIN
        SELECT count(*) INTO n FROM secret;
        RETURN current_user || ' ' || session_user || ' ' || who() || ' ' || n;
      END $$;
      ALTER FUNCTION as_boss() OWNER TO boss;
      CREATE FUNCTION as_caller() RETURNS int LANGUAGE plpgsql AS $$
      BEGIN RETURN (SELECT count(*) FROM secret); END $$;
      SET ROLE ana;
      SELECT as_boss();
      SELECT as_caller();
      SELECT who();
      RESET ROLE;
      REVOKE EXECUTE ON FUNCTION who() FROM PUBLIC;
      SET ROLE ana;
      SELECT who();
      SELECT as_boss();
      RESET ROLE;
      GRANT EXECUTE ON FUNCTION who() TO boss;
      SET ROLE ana;
      SELECT as_boss();
      """)
  }

  @Test func `Row security inside functions`() throws {
    try expectAgreement(
      """
      CREATE ROLE ana; CREATE ROLE bob;
      CREATE TABLE t (a int, who text);
      INSERT INTO t VALUES (1, 'ana'), (2, 'bob'), (3, 'ana');
      ALTER TABLE t ENABLE ROW LEVEL SECURITY;
      CREATE POLICY p ON t USING (who = current_user);
      GRANT ALL ON t TO ana, bob;
      CREATE FUNCTION mine() RETURNS int LANGUAGE plpgsql AS $$
      DECLARE n int; BEGIN SELECT count(*) INTO n FROM t; RETURN n; END $$;
      CREATE FUNCTION all_of() RETURNS int LANGUAGE plpgsql SECURITY DEFINER AS $$
      DECLARE n int; BEGIN SELECT count(*) INTO n FROM t; RETURN n; END $$;
      CREATE FUNCTION put(x int, w text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO t VALUES (x, w); END $$;
      CREATE FUNCTION is_mine(w text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
      BEGIN RETURN w = current_user; END $$;
      SET ROLE ana;
      SELECT mine(), all_of();
      SELECT put(4, 'ana');
      SELECT put(5, 'bob');
      SELECT mine();
      RESET ROLE;
      CREATE TABLE u (a int, who text);
      INSERT INTO u VALUES (1, 'ana'), (2, 'bob');
      ALTER TABLE u ENABLE ROW LEVEL SECURITY;
      CREATE POLICY p ON u USING (is_mine(who));
      GRANT SELECT ON u TO ana, bob;
      SET ROLE ana;
      SELECT * FROM u;
      SET ROLE bob;
      SELECT * FROM u;
      """)
  }

  @Test func `SET on a function lasts as long as its call`() throws {
    try expectAgreement(
      """
      CREATE SCHEMA s;
      CREATE TABLE public.t (a int); INSERT INTO public.t VALUES (1);
      CREATE TABLE s.t (a int); INSERT INTO s.t VALUES (2);
      CREATE FUNCTION public.by_path() RETURNS int LANGUAGE plpgsql SET search_path = s AS $$
      BEGIN RETURN (SELECT a FROM t); END $$;
      CREATE FUNCTION public.plain() RETURNS int LANGUAGE plpgsql AS $$
      BEGIN RETURN (SELECT a FROM t); END $$;
      CREATE FUNCTION public.empty_path() RETURNS int LANGUAGE plpgsql SET search_path = '' AS $$
      BEGIN RETURN (SELECT a FROM t); END $$;
      CREATE FUNCTION public.qualified() RETURNS int LANGUAGE plpgsql SET search_path = '' AS $$
      BEGIN RETURN (SELECT a FROM s.t); END $$;
      CREATE FUNCTION public.nested() RETURNS int LANGUAGE plpgsql SET search_path = s AS $$
      BEGIN RETURN public.plain(); END $$;
      SELECT by_path(), plain(), qualified(), nested();
      SELECT empty_path();
      SHOW search_path;
      CREATE FUNCTION setting() RETURNS text LANGUAGE plpgsql SET my.value = 'inside' AS $$
      BEGIN RETURN current_setting('my.value', true); END $$;
      SELECT setting();
      SELECT current_setting('my.value', true);
      CREATE FUNCTION sets() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN PERFORM set_config('my.kept', 'yes', false); END $$;
      SELECT sets();
      SELECT current_setting('my.kept');
      """)
  }

  @Test func `What a function sees of the statement around it`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int);
      CREATE FUNCTION n_volatile() RETURNS bigint LANGUAGE plpgsql AS $$
      BEGIN RETURN (SELECT count(*) FROM t); END $$;
      CREATE FUNCTION n_stable() RETURNS bigint LANGUAGE plpgsql STABLE AS $$
      BEGIN RETURN (SELECT count(*) FROM t); END $$;
      INSERT INTO t VALUES (n_stable()), (n_stable());
      SELECT * FROM t ORDER BY a;
      CREATE FUNCTION writes() RETURNS bigint LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO t VALUES (100); RETURN n_volatile(); END $$;
      SELECT writes(), n_volatile(), n_stable();
      SELECT count(*) FROM t;
      CREATE FUNCTION stable_writes() RETURNS int LANGUAGE plpgsql STABLE AS $$
      BEGIN INSERT INTO t VALUES (1); RETURN 1; END $$;
      SELECT stable_writes();
      CREATE FUNCTION check_n(x int) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN RETURN (SELECT count(*) FROM t) < 6; END $$;
      ALTER TABLE t ENABLE ROW LEVEL SECURITY;
      CREATE ROLE ana;
      GRANT ALL ON t TO ana;
      CREATE POLICY p ON t FOR INSERT WITH CHECK (check_n(a));
      CREATE POLICY q ON t FOR SELECT USING (true);
      SET ROLE ana;
      INSERT INTO t VALUES (1);
      INSERT INTO t VALUES (1), (2), (3);
      SELECT count(*) FROM t;
      """)
  }
}
