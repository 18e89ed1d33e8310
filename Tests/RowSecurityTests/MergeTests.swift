import AccessTesting
import Testing

/// RULES 10, 46–49: MERGE.
@Suite struct `Merging` {
  @Test func `every action present needs its privilege`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE TABLE t (id int, a int, b int); CREATE TABLE src (id int, x int);
        INSERT INTO src VALUES (1,1);
        GRANT SELECT(id) ON t TO alice; GRANT SELECT(id) ON src TO alice; SET ROLE alice;
        MERGE INTO t USING src s ON t.id=s.id WHEN MATCHED THEN DO NOTHING;
        MERGE INTO t USING src s ON t.id=s.id WHEN MATCHED THEN DELETE;
        RESET ROLE; GRANT UPDATE(a), INSERT(id) ON t TO alice; SET ROLE alice;
        MERGE INTO t USING src s ON t.id=s.id WHEN MATCHED THEN UPDATE SET a=1;
        MERGE INTO t USING src s ON t.id=s.id WHEN MATCHED THEN UPDATE SET b=1;
        MERGE INTO t USING src s ON t.id=s.id WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id);
        MERGE INTO t USING src s ON t.id=s.id WHEN NOT MATCHED THEN INSERT (id) VALUES (s.x);
        MERGE INTO t USING src s ON t.id=s.id WHEN MATCHED THEN UPDATE SET a=t.a+1;
        MERGE INTO t USING src s ON s.id=1 WHEN MATCHED THEN UPDATE SET a=5;
        MERGE INTO t USING src s ON s.id=1 WHEN MATCHED THEN DO NOTHING;
        RESET ROLE; REVOKE ALL (id) ON t FROM alice; REVOKE SELECT ON t FROM alice; SET ROLE alice;
        MERGE INTO t USING src s ON s.id=1 WHEN MATCHED THEN UPDATE SET a=6;
        MERGE INTO t USING src s ON s.id=1 WHEN MATCHED THEN DO NOTHING;
        RESET ROLE;
        SELECT * FROM t;
        """)
  }

  @Test func `hidden rows are not matched, matched rows that may not be changed are errors`() throws
  {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE TABLE t (id int PRIMARY KEY, own text, n int);
        CREATE TABLE s (id int, own text, n int);
        INSERT INTO t VALUES (1,'alice',1),(2,'bob',2),(3,'eve',3),(4,'zoe',4);
        INSERT INTO s VALUES (1,'alice',10),(2,'alice',20),(3,'alice',30),(9,'alice',90),(10,'bad',1);
        ALTER TABLE t ENABLE ROW LEVEL SECURITY; GRANT ALL ON t TO alice; GRANT SELECT ON s TO alice;
        CREATE POLICY sel ON t FOR SELECT USING (own <> 'bob');
        CREATE POLICY upd ON t FOR UPDATE USING (own IN ('alice', 'bob')) WITH CHECK (n < 100);
        CREATE POLICY del ON t FOR DELETE USING (own = 'eve');
        CREATE POLICY ins ON t FOR INSERT WITH CHECK (own = 'alice');
        SET ROLE alice;
        MERGE INTO t USING s ON t.id = s.id AND s.id = 1 WHEN MATCHED THEN UPDATE SET n = s.n;
        MERGE INTO t USING s ON t.id = s.id AND s.id = 2 WHEN MATCHED THEN UPDATE SET n = s.n;
        MERGE INTO t USING (SELECT * FROM s WHERE id = 2) AS s ON t.id = s.id
          WHEN MATCHED THEN UPDATE SET n = s.n
          WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.own, s.n);
        MERGE INTO t USING s ON t.id = s.id AND s.id = 3 WHEN MATCHED THEN UPDATE SET n = s.n;
        MERGE INTO t USING s ON t.id = s.id AND s.id = 3
          WHEN MATCHED AND t.n > 5 THEN UPDATE SET n = s.n WHEN MATCHED THEN DO NOTHING;
        MERGE INTO t USING s ON t.id = s.id AND s.id = 1 WHEN MATCHED THEN DELETE;
        MERGE INTO t USING s ON t.id = s.id AND s.id = 1
          WHEN MATCHED THEN UPDATE SET n = 1000;
        MERGE INTO t USING s ON t.id = s.id AND s.id = 1
          WHEN MATCHED THEN UPDATE SET own = 'bob';
        MERGE INTO t USING s ON t.id = s.id AND s.id = 3 WHEN MATCHED THEN DELETE;
        MERGE INTO t USING (SELECT * FROM s WHERE id IN (9, 10)) AS s ON t.id = s.id
          WHEN NOT MATCHED AND s.own = 'alice' THEN INSERT (id, own) VALUES (s.id, s.own)
          WHEN NOT MATCHED THEN DO NOTHING;
        MERGE INTO t USING (SELECT * FROM s WHERE id = 10) AS s ON t.id = s.id
          WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.own, s.n);
        MERGE INTO t USING s ON s.id = 1 WHEN MATCHED THEN UPDATE SET n = 7;
        RESET ROLE;
        CREATE POLICY r ON t AS RESTRICTIVE FOR UPDATE USING (n <> 7);
        UPDATE t SET n = 7 WHERE id = 1;
        SET ROLE alice;
        MERGE INTO t USING s ON t.id = s.id AND s.id = 1 WHEN MATCHED THEN UPDATE SET n = 8;
        RESET ROLE;
        SELECT * FROM t;
        """)
  }

  @Test func `rows are changed once, and mistakes are found`() throws {
    try agree(
      onScript: """
        CREATE TABLE t (id int PRIMARY KEY, n int CHECK (n < 100), g int GENERATED ALWAYS AS (n * 2) STORED);
        CREATE TABLE s (id int, n int); CREATE VIEW v AS SELECT * FROM t;
        INSERT INTO t VALUES (1, 1), (2, 2); INSERT INTO s VALUES (1, 10), (1, 11), (3, 30), (3, 31);
        MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET n = s.n;
        MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN DELETE;
        MERGE INTO t USING s ON t.id = s.id WHEN MATCHED AND s.n = 10 THEN UPDATE SET n = s.n
          WHEN NOT MATCHED AND s.n = 30 THEN INSERT VALUES (s.id, s.n);
        MERGE INTO t USING s ON t.id = s.id WHEN MATCHED AND s.n < 100 THEN DO NOTHING
          WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.n);
        MERGE INTO t USING s ON t.id = s.id + 10 WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.n);
        MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET n = 1000;
        MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET g = 1;
        MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET g = DEFAULT, n = DEFAULT;
        MERGE INTO t USING s ON false WHEN NOT MATCHED THEN INSERT (id, g) VALUES (50, 1);
        MERGE INTO t USING s ON false WHEN NOT MATCHED THEN INSERT (id) VALUES (t.id);
        MERGE INTO t USING s ON false WHEN NOT MATCHED THEN INSERT (id) VALUES (1, 2);
        MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN DO NOTHING WHEN MATCHED THEN DELETE;
        MERGE INTO t USING s AS t ON true WHEN MATCHED THEN DO NOTHING;
        MERGE INTO v USING s ON v.id = s.id WHEN MATCHED THEN DELETE;
        MERGE INTO t USING s ON t.id = s.id AND s.n > 10 WHEN MATCHED THEN
          UPDATE SET (id, n) = (SELECT 77, max(n) FROM s AS s2 WHERE s2.id = t.id);
        MERGE INTO t USING (SELECT 5 AS a, 6 AS b) AS x ON t.id = x.a
          WHEN NOT MATCHED THEN INSERT (n, id) VALUES (x.b, x.a);
        SELECT * FROM t;
        """)
  }
}
