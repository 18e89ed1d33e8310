import AccessTesting
import Testing

/// WITH before statements that change rows, and statements that change rows in WITH. RULES 50.
@Suite struct `WITH and changes` {
  private static let setup = """
    CREATE ROLE alice;
    CREATE TABLE doc (id int PRIMARY KEY, who text, n int);
    CREATE TABLE log (id int, what text);
    INSERT INTO doc VALUES (1, 'alice', 1), (2, 'bob', 2), (3, 'alice', 3);
    ALTER TABLE doc ENABLE ROW LEVEL SECURITY;
    CREATE POLICY s ON doc FOR SELECT USING (who = 'alice');
    CREATE POLICY u ON doc FOR UPDATE USING (id < 3);
    CREATE POLICY d ON doc FOR DELETE USING (true);
    CREATE POLICY i ON doc FOR INSERT WITH CHECK (n < 10);
    GRANT SELECT, INSERT, UPDATE, DELETE ON doc TO alice;
    GRANT INSERT ON log TO alice;
    SET ROLE alice;

    """

  @Test func `a statement that changes rows reads the tables of its WITH`() throws {
    try agree(
      onScript: Self.setup + """
        WITH d AS (SELECT id, who FROM doc) INSERT INTO log SELECT * FROM d;
        WITH d AS (SELECT id + 10 AS id FROM doc) INSERT INTO doc (id, who, n) SELECT id, 'alice', 5 FROM d RETURNING *;
        WITH d AS (SELECT id FROM doc WHERE n = 1) UPDATE doc SET n = 7 FROM d WHERE doc.id = d.id RETURNING doc.*;
        WITH d AS (SELECT max(id) AS id FROM doc) DELETE FROM doc USING d WHERE doc.id = d.id;
        WITH d AS (SELECT 11 AS id) DELETE FROM doc WHERE id IN (SELECT id FROM d) RETURNING id;
        WITH d AS (SELECT id FROM log) INSERT INTO log SELECT 1, 'x';
        WITH d AS (SELECT id FROM log) INSERT INTO log SELECT id, 'x' FROM d;
        WITH d AS (SELECT 20 AS n) UPDATE doc SET n = (SELECT n FROM d);
        WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) INSERT INTO log SELECT n, 'r' FROM r;
        SELECT * FROM doc ORDER BY id;
        RESET ROLE;
        SELECT * FROM doc ORDER BY id;
        SELECT * FROM log ORDER BY 1, 2;
        """)
  }

  @Test func `a statement in WITH changes rows once, and what it returns can be read`() throws {
    try agree(
      onScript: Self.setup + """
        WITH gone AS (DELETE FROM doc WHERE n = 1 RETURNING id, who) SELECT * FROM gone;
        SELECT * FROM doc ORDER BY id;
        WITH new AS (INSERT INTO doc VALUES (5, 'alice', 5) RETURNING *) SELECT new.id, (SELECT count(*) FROM doc) FROM new;
        SELECT * FROM doc ORDER BY id;
        WITH new AS (INSERT INTO doc VALUES (6, 'alice', 50)) SELECT 1;
        WITH new AS (INSERT INTO log VALUES (6, 'alice')) SELECT * FROM new;
        WITH new AS (INSERT INTO log VALUES (6, 'alice')) SELECT 1;
        WITH changed AS (UPDATE doc SET n = n + 1 RETURNING id, n) SELECT a.id, b.n FROM changed a JOIN changed b USING (id) ORDER BY 1;
        WITH gone AS (DELETE FROM log) SELECT 1;
        SELECT * FROM (WITH gone AS (DELETE FROM doc) SELECT 1) s;
        RESET ROLE;
        SELECT * FROM doc ORDER BY id;
        SELECT * FROM log ORDER BY 1;
        """)
  }
}
