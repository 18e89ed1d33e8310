import AccessTesting
import Testing

/// RULES 75, 78–80: foreign keys and unique keys, and what their errors show.
@Suite struct `Foreign keys` {
  @Test func `every action, in chains and circles, whatever the policies`() throws {
    try agree(
      onScript: """
        CREATE ROLE own; CREATE ROLE alice; GRANT CREATE ON SCHEMA public TO own; SET ROLE own;
        CREATE TABLE pk (id int PRIMARY KEY, n int UNIQUE);
        CREATE TABLE a (id int PRIMARY KEY, pid int REFERENCES pk ON DELETE CASCADE ON UPDATE CASCADE);
        CREATE TABLE b (id int, aid int DEFAULT 2 REFERENCES a ON DELETE SET DEFAULT ON UPDATE SET NULL);
        CREATE TABLE c (id int, pid int REFERENCES pk (n) ON DELETE RESTRICT ON UPDATE RESTRICT);
        CREATE TABLE tree (id int PRIMARY KEY, up int REFERENCES tree ON DELETE CASCADE ON UPDATE CASCADE);
        INSERT INTO pk VALUES (1, 1), (2, 2), (3, 3), (4, 4);
        INSERT INTO a VALUES (1, 1), (2, 2), (3, 3), (4, NULL); INSERT INTO b VALUES (1, 1), (2, 2), (3, 3);
        INSERT INTO c VALUES (1, 4);
        INSERT INTO tree VALUES (1, NULL), (2, 1), (3, 2), (4, 4), (5, NULL);
        ALTER TABLE a ENABLE ROW LEVEL SECURITY; ALTER TABLE a FORCE ROW LEVEL SECURITY;
        GRANT ALL ON pk TO alice; SET ROLE alice;
        DELETE FROM pk WHERE id = 1;
        UPDATE pk SET id = id + 20 WHERE id = 3;
        DELETE FROM pk WHERE id = 4;
        UPDATE pk SET n = 40 WHERE id = 4;
        UPDATE pk SET n = n WHERE id = 4;
        DELETE FROM pk WHERE id = 2;
        RESET ROLE;
        SELECT * FROM a; SELECT * FROM b;
        UPDATE a SET id = id + 100;
        SELECT * FROM b;
        INSERT INTO a VALUES (9, 77);
        INSERT INTO b VALUES (9, 77), (10, NULL);
        DELETE FROM tree WHERE id = 1;
        UPDATE tree SET id = 40 WHERE id = 4;
        UPDATE tree SET up = 99 WHERE id = 5;
        INSERT INTO tree VALUES (7, 8), (8, 7);
        SELECT * FROM tree;
        DELETE FROM tree;
        """)
  }

  @Test func `keys of several columns, MATCH FULL, and what may be shown of them`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE TABLE pk (a int, b text, PRIMARY KEY (a, b));
        CREATE TABLE s (x int, y text, FOREIGN KEY (x, y) REFERENCES pk);
        CREATE TABLE f (x int, y text, FOREIGN KEY (x, y) REFERENCES pk MATCH FULL);
        INSERT INTO pk VALUES (1, 'q'), (2, 'r');
        INSERT INTO s VALUES (1, NULL), (NULL, 'zz'), (1, 'q');
        INSERT INTO s VALUES (1, 'r');
        INSERT INTO f VALUES (1, NULL);
        INSERT INTO f VALUES (NULL, NULL), (2, 'r');
        UPDATE f SET y = NULL;
        UPDATE pk SET b = 'x';
        DELETE FROM pk;
        GRANT INSERT ON s TO alice; GRANT DELETE ON pk TO alice; SET ROLE alice;
        INSERT INTO s VALUES (1, 'r');
        DELETE FROM pk;
        RESET ROLE; GRANT SELECT (x, y) ON s TO alice; GRANT SELECT (a) ON pk TO alice; SET ROLE alice;
        INSERT INTO s VALUES (1, 'r');
        DELETE FROM pk;
        RESET ROLE; ALTER TABLE s ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON s USING (true);
        SET ROLE alice;
        INSERT INTO s VALUES (1, 'r');
        """)
  }

  @Test func `checks that wait for the end of the transaction`() throws {
    try agree(
      onScript: """
        CREATE TABLE pk (id int PRIMARY KEY);
        CREATE TABLE f (id int, pid int REFERENCES pk DEFERRABLE INITIALLY DEFERRED);
        INSERT INTO f VALUES (1, 1);
        BEGIN;
        INSERT INTO f VALUES (1, 1);
        INSERT INTO pk VALUES (1);
        COMMIT;
        BEGIN;
        INSERT INTO f VALUES (2, 2);
        SAVEPOINT a;
        INSERT INTO f VALUES (3, 3);
        ROLLBACK TO a;
        DELETE FROM f WHERE id = 2;
        COMMIT;
        BEGIN;
        DELETE FROM pk;
        COMMIT;
        BEGIN;
        DELETE FROM pk;
        INSERT INTO pk VALUES (1);
        COMMIT;
        BEGIN;
        INSERT INTO f VALUES (4, 4);
        COMMIT;
        SELECT * FROM f; SELECT * FROM pk;
        """)
  }

  @Test func `unique indexes, NULLs that are equal, keys checked at the end`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE TABLE t (id int, k text, n int, UNIQUE NULLS NOT DISTINCT (n), UNIQUE (id) DEFERRABLE);
        CREATE UNIQUE INDEX t_k ON t (k) WHERE n > 0; CREATE UNIQUE INDEX t_nk ON t (n, k);
        INSERT INTO t VALUES (1, 'a', 1), (2, 'A', -1), (3, 'b', NULL);
        INSERT INTO t VALUES (4, 'a', 5);
        INSERT INTO t VALUES (4, 'c', NULL);
        INSERT INTO t VALUES (4, 'A', -5);
        UPDATE t SET id = id + 1;
        UPDATE t SET id = 5;
        UPDATE t SET n = 8 WHERE n = -5;
        INSERT INTO t VALUES (8, 'A', 9) ON CONFLICT DO NOTHING;
        INSERT INTO t VALUES (8, 'd', 8) ON CONFLICT (n) DO UPDATE SET k = 'new' RETURNING *;
        INSERT INTO t VALUES (8, 'd', 8) ON CONFLICT (id) DO NOTHING;
        INSERT INTO t VALUES (8, 'new', 8) ON CONFLICT (k, n) DO UPDATE SET k = 'newer' RETURNING *;
        INSERT INTO t VALUES (8, 'new', 8) ON CONFLICT (k) DO NOTHING;
        GRANT INSERT ON t TO alice; SET ROLE alice;
        INSERT INTO t VALUES (9, 'q', 8);
        RESET ROLE;
        SELECT * FROM t;
        """)
  }

  @Test func `errors show what the statement gave or its user may read`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE TABLE t (id int PRIMARY KEY, secret text DEFAULT 'hidden' NOT NULL, n int CHECK (n > 0),
          note text);
        INSERT INTO t VALUES (1, 'x', 1, 'long long long long long long long long long long long long long long long long long long long long ');
        INSERT INTO t VALUES (2, NULL, 1), (3, 'a', 1);
        INSERT INTO t VALUES (2, 'a', -1, 'éééééééééééééééééééééééééééééééééééééééééééééééééé');
        GRANT INSERT, UPDATE ON t TO alice; GRANT SELECT (id) ON t TO alice; SET ROLE alice;
        INSERT INTO t (id, n) VALUES (5, -1);
        INSERT INTO t (id) VALUES (1);
        UPDATE t SET n = -1 WHERE id = 1;
        UPDATE t SET secret = NULL;
        RESET ROLE; ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON t USING (true); SET ROLE alice;
        UPDATE t SET n = -1 WHERE id = 1;
        INSERT INTO t (id) VALUES (1);
        """)
  }
}
