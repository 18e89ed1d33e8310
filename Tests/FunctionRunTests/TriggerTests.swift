import Testing

/// Triggers in PL/pgSQL.
@Suite struct TriggerTests {
  @Test func `BEFORE ROW changes or drops the row`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int, b text);
      CREATE FUNCTION before_t() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' THEN
          IF OLD.a = 1 THEN RETURN NULL; END IF;
          RETURN OLD;
        END IF;
        IF NEW.a < 0 THEN RETURN NULL; END IF;
        NEW.b := coalesce(NEW.b, 'none') || '!';
        RETURN NEW;
      END $$;
      CREATE TRIGGER t_before BEFORE INSERT OR UPDATE OR DELETE ON t
        FOR EACH ROW EXECUTE FUNCTION before_t();
      INSERT INTO t VALUES (1, 'x'), (2, NULL), (-1, 'gone');
      SELECT * FROM t ORDER BY a;
      UPDATE t SET a = a * 10 WHERE a = 2 RETURNING a, b;
      UPDATE t SET a = -5 WHERE a = 20;
      DELETE FROM t;
      SELECT * FROM t ORDER BY a;
      """)
  }

  @Test func `The TG variables, the order by name, WHEN and UPDATE OF`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int, b text);
      CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE NOTICE '% % % % % % %', TG_NAME, TG_WHEN, TG_LEVEL, TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_NARGS;
        IF TG_LEVEL = 'ROW' THEN
          IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
          RETURN NEW;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER b_row BEFORE INSERT OR UPDATE OR DELETE ON t FOR EACH ROW EXECUTE FUNCTION tell('x', 'y');
      CREATE TRIGGER a_row BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION tell();
      CREATE TRIGGER c_after AFTER INSERT OR UPDATE OR DELETE ON t FOR EACH ROW EXECUTE FUNCTION tell();
      CREATE TRIGGER d_stmt BEFORE INSERT OR UPDATE OR DELETE ON t EXECUTE FUNCTION tell();
      CREATE TRIGGER e_stmt AFTER INSERT OR UPDATE OR DELETE ON t FOR EACH STATEMENT EXECUTE FUNCTION tell();
      CREATE TRIGGER f_when AFTER UPDATE ON t FOR EACH ROW
        WHEN (OLD.a IS DISTINCT FROM NEW.a) EXECUTE FUNCTION tell();
      CREATE TRIGGER g_of AFTER UPDATE OF b ON t FOR EACH ROW EXECUTE FUNCTION tell();
      INSERT INTO t VALUES (1, 'x'), (2, 'y');
      UPDATE t SET a = 1;
      UPDATE t SET b = 'z' WHERE a = 1;
      UPDATE t SET a = 9 WHERE false;
      DELETE FROM t WHERE b = 'z';
      """)
  }

  @Test func `Audit tables`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int PRIMARY KEY, b text);
      CREATE TABLE audit (op text, who text, a int, b text);
      CREATE TABLE counts (n bigint);
      CREATE FUNCTION log_it() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        IF TG_OP = 'DELETE' THEN
          INSERT INTO audit SELECT 'D', current_user, OLD.*;
        ELSIF TG_OP = 'UPDATE' THEN
          INSERT INTO audit SELECT 'U', current_user, NEW.*;
        ELSE
          INSERT INTO audit VALUES ('I', current_user, NEW.*);
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER t_audit AFTER INSERT OR UPDATE OR DELETE ON t FOR EACH ROW EXECUTE FUNCTION log_it();
      CREATE FUNCTION count_it() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO counts SELECT count(*) FROM t; RETURN NEW; END $$;
      CREATE TRIGGER t_count BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION count_it();
      INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c');
      SELECT * FROM counts ORDER BY n;
      UPDATE t SET b = b || b WHERE a > 1;
      DELETE FROM t WHERE a = 3;
      SELECT * FROM audit ORDER BY op, a;
      INSERT INTO t VALUES (1, 'dup');
      SELECT * FROM audit ORDER BY op, a;
      SELECT * FROM t ORDER BY a;
      """)
  }

  @Test func `Whole rows in conditions and expressions`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int, b text);
      CREATE FUNCTION same() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW IS DISTINCT FROM OLD THEN RAISE NOTICE 'changed % to %', OLD, NEW; END IF;
        IF NEW.* = OLD.* THEN RAISE NOTICE 'same'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER s BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION same();
      INSERT INTO t VALUES (1, 'x y'), (2, 'z');
      UPDATE t SET a = 2;
      CREATE TABLE u (a int, b text);
      CREATE TRIGGER quiet BEFORE UPDATE ON u FOR EACH ROW
        EXECUTE FUNCTION suppress_redundant_updates_trigger();
      INSERT INTO u VALUES (1, 'x');
      UPDATE u SET a = 1;
      UPDATE u SET a = 2;
      CREATE TABLE w (a int, b text);
      CREATE FUNCTION noticed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE NOTICE 'fired'; RETURN NEW; END $$;
      CREATE TRIGGER w_when AFTER UPDATE ON w FOR EACH ROW
        WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION noticed();
      INSERT INTO w VALUES (1, 'x');
      UPDATE w SET a = 1;
      UPDATE w SET a = 5;
      """)
  }

  @Test func `Errors, recursion and what a trigger must return`() throws {
    try expectAgreement(
      """
      CREATE TABLE t (a int);
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.a > 5 THEN RAISE EXCEPTION 'a must not be %', NEW.a USING ERRCODE = 'check_violation'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER r BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION refuse();
      INSERT INTO t VALUES (1), (6);
      SELECT * FROM t;
      INSERT INTO t VALUES (1);
      SELECT refuse();
      CREATE TABLE loopy (a int);
      CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO loopy VALUES (NEW.a + 1); RETURN NEW; END $$;
      CREATE TRIGGER l BEFORE INSERT ON loopy FOR EACH ROW EXECUTE FUNCTION again();
      INSERT INTO loopy VALUES (1);
      SELECT count(*) FROM loopy;
      CREATE TABLE few (a int);
      CREATE FUNCTION until_three() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.a < 3 THEN INSERT INTO few VALUES (NEW.a + 1); END IF; RETURN NEW; END $$;
      CREATE TRIGGER f AFTER INSERT ON few FOR EACH ROW EXECUTE FUNCTION until_three();
      INSERT INTO few VALUES (1);
      SELECT * FROM few ORDER BY a;
      CREATE TABLE empty_end (a int);
      CREATE FUNCTION no_return() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NULL; END $$;
      CREATE TRIGGER e BEFORE INSERT ON empty_end FOR EACH ROW EXECUTE FUNCTION no_return();
      INSERT INTO empty_end VALUES (1);
      CREATE TABLE changes_other (a int);
      CREATE TABLE other (n int);
      INSERT INTO other VALUES (0);
      CREATE FUNCTION bump() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE other SET n = n + 1; RETURN NULL; END $$;
      CREATE TRIGGER c AFTER INSERT ON changes_other FOR EACH STATEMENT EXECUTE FUNCTION bump();
      INSERT INTO changes_other VALUES (1), (2);
      INSERT INTO changes_other SELECT 1 WHERE false;
      SELECT n FROM other;
      """)
  }

  @Test func `Row security sees the row that the trigger made`() throws {
    try expectAgreement(
      """
      CREATE ROLE ana;
      CREATE TABLE t (a int, owner text);
      ALTER TABLE t ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON t USING (owner = current_user) WITH CHECK (owner = current_user);
      GRANT ALL ON t TO ana;
      CREATE FUNCTION set_owner() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.owner := current_user; RETURN NEW; END $$;
      CREATE TRIGGER o BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION set_owner();
      SET ROLE ana;
      INSERT INTO t VALUES (1, 'bob');
      SELECT * FROM t;
      UPDATE t SET owner = 'bob';
      RESET ROLE;
      CREATE FUNCTION steal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.owner := 'bob'; RETURN NEW; END $$;
      CREATE TRIGGER z_last BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION steal();
      SET ROLE ana;
      INSERT INTO t VALUES (2, 'ana');
      RESET ROLE;
      CREATE FUNCTION definer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN RAISE NOTICE 'as %', current_user; RETURN NEW; END $$;
      CREATE TABLE d (a int);
      GRANT INSERT ON d TO ana;
      CREATE TRIGGER d BEFORE INSERT ON d FOR EACH ROW EXECUTE FUNCTION definer();
      REVOKE EXECUTE ON FUNCTION definer() FROM PUBLIC;
      SET ROLE ana;
      INSERT INTO d VALUES (1);
      """)
  }
}
