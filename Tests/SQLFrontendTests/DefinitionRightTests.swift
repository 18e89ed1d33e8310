import Testing

/// Who may change definitions: RULES 4, 84. Every statement is asked of a server too.
@Suite struct DefinitionRightTests {
  private static let setup = """
    CREATE ROLE owner; CREATE ROLE other; CREATE ROLE member; CREATE ROLE maker CREATEROLE;
    CREATE ROLE grantee; GRANT owner TO member;
    CREATE SCHEMA own AUTHORIZATION owner; CREATE SCHEMA closed;
    GRANT CREATE, USAGE ON SCHEMA public TO owner, member;
    SET ROLE owner;
    CREATE TABLE t (id int PRIMARY KEY, x int, u uuid);
    CREATE VIEW v AS SELECT id, x FROM t;
    CREATE MATERIALIZED VIEW m AS SELECT id FROM t;
    CREATE SEQUENCE s;
    CREATE TYPE e AS ENUM ('a');
    CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE FUNCTION g(int) RETURNS int LANGUAGE sql AS 'SELECT 1';
    CREATE POLICY p ON t USING (true);
    CREATE TRIGGER r BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f();
    CREATE RULE u AS ON DELETE TO v DO INSTEAD NOTHING;
    CREATE INDEX i ON t (x);
    RESET ROLE;

    """

  @Test func `only an owner changes what is its own`() throws {
    try expectSameAnswers(
      Self.setup + """
        SET ROLE other;
        ALTER TABLE t ENABLE ROW LEVEL SECURITY;
        ALTER TABLE t FORCE ROW LEVEL SECURITY;
        ALTER TABLE t ADD COLUMN y int;
        ALTER TABLE t DROP COLUMN x;
        ALTER TABLE t RENAME TO t2;
        ALTER TABLE t RENAME COLUMN x TO y;
        ALTER TABLE t RENAME CONSTRAINT t_pkey TO k;
        ALTER TABLE t SET SCHEMA own;
        ALTER TABLE t OWNER TO other;
        CREATE POLICY q ON t USING (true);
        ALTER POLICY p ON t USING (false);
        ALTER POLICY p ON t RENAME TO q;
        DROP POLICY p ON t;
        DROP TABLE t;
        DROP VIEW v;
        DROP MATERIALIZED VIEW m;
        DROP SEQUENCE s;
        DROP INDEX i;
        DROP TYPE e;
        DROP FUNCTION g(int);
        DROP TRIGGER r ON t;
        DROP RULE u ON v;
        DROP SCHEMA own;
        ALTER VIEW v SET (security_invoker = true);
        ALTER SEQUENCE s RESTART;
        ALTER TYPE e ADD VALUE 'b';
        ALTER FUNCTION g(int) SECURITY DEFINER;
        ALTER FUNCTION g(int) RENAME TO h;
        ALTER SCHEMA own RENAME TO owned;
        CREATE INDEX j ON t (x);
        CREATE RULE w AS ON INSERT TO t DO NOTHING;
        CREATE TRIGGER q BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f();
        CREATE OR REPLACE VIEW v AS SELECT id, x FROM t;
        CREATE OR REPLACE FUNCTION g(int) RETURNS int LANGUAGE sql AS 'SELECT 2';
        REFRESH MATERIALIZED VIEW m;
        COMMENT ON TABLE t IS 'x';
        COMMENT ON COLUMN t.x IS 'x';
        COMMENT ON POLICY p ON t IS 'x';
        COMMENT ON FUNCTION g(int) IS 'x';
        CREATE TABLE child () INHERITS (t);
        """)
  }

  @Test func `members act as the owner, and give to whom they may become`() throws {
    try expectSameAnswers(
      Self.setup + """
        SET ROLE member;
        ALTER TABLE t ENABLE ROW LEVEL SECURITY;
        CREATE POLICY q ON t USING (x = 1);
        ALTER TABLE t OWNER TO other;
        ALTER TABLE t OWNER TO member;
        ALTER TABLE t OWNER TO owner;
        ALTER FUNCTION g(int) OWNER TO other;
        ALTER FUNCTION g(int) OWNER TO member;
        ALTER SCHEMA own OWNER TO other;
        ALTER TYPE e OWNER TO other;
        CREATE SCHEMA new;
        RESET ROLE;
        ALTER TABLE t OWNER TO other;
        SET ROLE other;
        ALTER TABLE t DISABLE ROW LEVEL SECURITY;
        """)
  }

  @Test func `new objects need CREATE on their schema`() throws {
    try expectSameAnswers(
      Self.setup + """
        SET ROLE other;
        CREATE TABLE a (id int);
        CREATE TABLE closed.a (id int);
        CREATE TABLE nowhere.a (id int);
        CREATE VIEW a AS SELECT 1 AS x;
        CREATE SEQUENCE closed.a;
        CREATE FUNCTION closed.a() RETURNS int LANGUAGE sql AS 'SELECT 1';
        CREATE TYPE closed.a AS ENUM ('a');
        CREATE DOMAIN closed.a AS int;
        CREATE SCHEMA mine;
        CREATE SCHEMA pg_mine;
        CREATE TABLE refers (t int REFERENCES t);
        CREATE TEMP TABLE temporary (id int);
        CREATE TEMP TABLE refers (t int REFERENCES t);
        CREATE TABLE own.a (id int);
        RESET ROLE;
        GRANT REFERENCES (id) ON t TO other;
        GRANT CREATE ON SCHEMA closed TO other;
        SET ROLE other;
        CREATE TABLE closed.a (id int REFERENCES public.t);
        CREATE TABLE closed.b (id int) PARTITION BY LIST (id);
        CREATE TABLE closed.c PARTITION OF closed.b FOR VALUES IN (1);
        DROP TABLE closed.a;
        """)
  }

  @Test func `triggers need TRIGGER on the table and EXECUTE on the function`() throws {
    try expectSameAnswers(
      Self.setup + """
        GRANT TRIGGER ON t TO other;
        REVOKE EXECUTE ON FUNCTION f() FROM PUBLIC;
        SET ROLE other;
        CREATE TRIGGER q BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f();
        RESET ROLE;
        GRANT EXECUTE ON FUNCTION f() TO other;
        SET ROLE other;
        CREATE TRIGGER q BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f();
        DROP TRIGGER q ON t;
        ALTER TABLE t DISABLE TRIGGER q;
        """)
  }

  @Test func `GRANT needs the option, and is done as the role that has it`() throws {
    try expectSameAnswers(
      Self.setup + """
        SET ROLE other;
        GRANT SELECT ON t TO grantee;
        REVOKE SELECT ON t FROM owner;
        GRANT USAGE ON SCHEMA own TO grantee;
        GRANT EXECUTE ON FUNCTION g(int) TO grantee;
        GRANT UPDATE (x) ON t TO grantee;
        RESET ROLE;
        GRANT SELECT ON t TO other;
        GRANT INSERT, UPDATE (x) ON t TO other WITH GRANT OPTION;
        SET ROLE other;
        GRANT SELECT ON t TO grantee;
        GRANT SELECT, INSERT ON t TO grantee;
        GRANT ALL ON t TO grantee;
        GRANT INSERT ON t TO PUBLIC WITH GRANT OPTION;
        GRANT UPDATE (x) ON t TO grantee WITH GRANT OPTION;
        GRANT UPDATE (id) ON t TO grantee;
        GRANT INSERT ON t TO grantee GRANTED BY owner;
        REVOKE INSERT ON t FROM grantee;
        GRANT INSERT ON t TO grantee WITH GRANT OPTION;
        RESET ROLE;
        REVOKE GRANT OPTION FOR INSERT ON t FROM other;
        REVOKE INSERT ON t FROM other;
        REVOKE INSERT ON t FROM other CASCADE;
        SET ROLE grantee;
        GRANT INSERT ON t TO member;
        GRANT UPDATE (x) ON t TO other WITH GRANT OPTION;
        """)
  }

  @Test func `roles are made and changed by CREATEROLE, superusers by superusers`() throws {
    try expectSameAnswers(
      Self.setup + """
        CREATE ROLE boss SUPERUSER;
        CREATE ROLE chief; GRANT owner TO chief WITH ADMIN OPTION;
        SET SESSION AUTHORIZATION other;
        CREATE ROLE a;
        ALTER ROLE owner CREATEDB;
        ALTER ROLE other CREATEDB;
        ALTER ROLE other SET search_path = x;
        ALTER ROLE owner SET search_path = x;
        DROP ROLE grantee;
        GRANT owner TO other;
        REVOKE owner FROM member;
        ALTER ROLE owner RENAME TO a;
        SET SESSION AUTHORIZATION maker;
        CREATE ROLE a LOGIN;
        CREATE ROLE b SUPERUSER;
        CREATE ROLE b BYPASSRLS;
        CREATE ROLE b REPLICATION;
        CREATE ROLE pg_b;
        CREATE ROLE a;
        ALTER ROLE a CREATEDB;
        ALTER ROLE a BYPASSRLS;
        ALTER ROLE a SUPERUSER;
        ALTER ROLE boss CREATEDB;
        ALTER ROLE missing CREATEDB;
        GRANT boss TO a;
        GRANT a TO other;
        GRANT a TO other;
        GRANT other TO a;
        REVOKE a FROM grantee;
        DROP ROLE boss;
        DROP ROLE maker;
        DROP ROLE a;
        DROP ROLE IF EXISTS a, missing;
        SET SESSION AUTHORIZATION chief;
        GRANT owner TO grantee;
        GRANT owner TO grantee WITH ADMIN OPTION;
        REVOKE ADMIN OPTION FOR owner FROM grantee;
        REVOKE owner FROM grantee;
        """)
  }

  @Test func `a role that something depends on stays`() throws {
    try expectSameAnswers(
      Self.setup + """
        GRANT SELECT ON t TO grantee;
        CREATE POLICY q ON t TO other, grantee USING (true);
        DROP ROLE grantee;
        DROP ROLE other;
        DROP ROLE owner;
        SET ROLE member;
        DROP OWNED BY other;
        REASSIGN OWNED BY other TO member;
        RESET ROLE;
        DROP OWNED BY grantee;
        DROP ROLE grantee;
        REASSIGN OWNED BY owner TO other;
        DROP OWNED BY owner;
        DROP ROLE owner;
        DROP OWNED BY other CASCADE;
        DROP ROLE other;
        """)
  }
}
