import AccessTesting
import Testing

/// RULES 62: rewrite rules on what a statement changes.
@Suite struct `Rules on targets` {
  @Test func `DO INSTEAD NOTHING takes the statement away, privileges and all`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE TABLE t (id int PRIMARY KEY, n int); INSERT INTO t VALUES (1, 1);
        CREATE VIEW v AS SELECT count(*) AS c FROM t;
        CREATE RULE no_delete AS ON DELETE TO t DO INSTEAD NOTHING;
        CREATE RULE no_insert AS ON INSERT TO v DO INSTEAD NOTHING;
        SET ROLE alice;
        DELETE FROM t;
        DELETE FROM t WHERE id = 1;
        INSERT INTO v VALUES (1);
        DELETE FROM v;
        UPDATE t SET n = 2;
        RESET ROLE;
        DELETE FROM t RETURNING id;
        UPDATE t SET n = 2;
        SELECT * FROM t;
        """)
  }
}
