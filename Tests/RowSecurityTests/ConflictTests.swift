import AccessTesting
import Testing

/// RULES 43–45, 73, 78: INSERT … ON CONFLICT.
@Suite struct `Conflicts` {
  @Test func `privileges are needed though nothing comes to conflict`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE TABLE t (id int CONSTRAINT t_pk PRIMARY KEY, a int, b int);
        INSERT INTO t VALUES (1,1,1);
        GRANT INSERT ON t TO alice;
        SET ROLE alice;
        INSERT INTO t VALUES (1,2,2) ON CONFLICT DO NOTHING;
        INSERT INTO t VALUES (1,2,2) ON CONFLICT (id) DO NOTHING;
        RESET ROLE; GRANT SELECT(id) ON t TO alice; SET ROLE alice;
        INSERT INTO t VALUES (1,2,2) ON CONFLICT (id) DO NOTHING;
        INSERT INTO t VALUES (1,2,2) ON CONFLICT ON CONSTRAINT t_pk DO NOTHING;
        INSERT INTO t VALUES (1,2,2) ON CONFLICT (id) DO UPDATE SET a = 3;
        RESET ROLE; GRANT UPDATE(a) ON t TO alice; SET ROLE alice;
        INSERT INTO t VALUES (1,2,2) ON CONFLICT (id) DO UPDATE SET a = 7;
        INSERT INTO t VALUES (1,2,2) ON CONFLICT (id) DO UPDATE SET a = excluded.a;
        INSERT INTO t VALUES (1,2,2) ON CONFLICT (id) DO UPDATE SET a = t.a + 1;
        INSERT INTO t VALUES (1,2,2) ON CONFLICT (id) DO UPDATE SET a = 1 WHERE t.b = 1;
        INSERT INTO t VALUES (1,2,2) ON CONFLICT (id) DO UPDATE SET b = 1;
        INSERT INTO t VALUES (9,2,2) ON CONFLICT (id) DO UPDATE SET b = 1;
        RESET ROLE; GRANT SELECT(a) ON t TO alice; SET ROLE alice;
        INSERT INTO t VALUES (1,2,2) ON CONFLICT (id) DO UPDATE SET a = excluded.a + 40;
        INSERT INTO t VALUES (1,2,2) ON CONFLICT (id) DO UPDATE SET a = t.a + 1 RETURNING a;
        INSERT INTO t AS u VALUES (1,2,2) ON CONFLICT (id) DO UPDATE SET a = u.a + 1
          WHERE u.a < 0 RETURNING a;
        RESET ROLE;
        SELECT * FROM t;
        """)
  }

  @Test func `proposed rows meet INSERT checks, rows in the way UPDATE and SELECT policies`() throws
  {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE TABLE t (id int PRIMARY KEY, own text, n int UNIQUE);
        INSERT INTO t VALUES (1,'alice',1),(2,'bob',2),(3,'eve',3);
        ALTER TABLE t ENABLE ROW LEVEL SECURITY;
        GRANT ALL ON t TO alice;
        CREATE POLICY i ON t FOR INSERT WITH CHECK (own <> 'mallory');
        CREATE POLICY s ON t FOR SELECT USING (own IN ('alice', 'eve'));
        CREATE POLICY u ON t FOR UPDATE USING (own IN ('alice', 'bob'));
        SET ROLE alice;
        INSERT INTO t VALUES (1,'mallory',9) ON CONFLICT DO NOTHING;
        INSERT INTO t VALUES (1,'carol',9) ON CONFLICT DO NOTHING;
        INSERT INTO t VALUES (1,'carol',9) ON CONFLICT (id) DO NOTHING;
        INSERT INTO t VALUES (2,'alice',9) ON CONFLICT (id) DO NOTHING;
        INSERT INTO t VALUES (8,'alice',2) ON CONFLICT (id) DO NOTHING;
        INSERT INTO t VALUES (8,'alice',2) ON CONFLICT DO NOTHING;
        INSERT INTO t VALUES (1,'alice',9) ON CONFLICT (id) DO UPDATE SET n = excluded.n;
        INSERT INTO t VALUES (2,'alice',8) ON CONFLICT (id) DO UPDATE SET n = excluded.n;
        INSERT INTO t VALUES (2,'alice',8) ON CONFLICT (id) DO UPDATE SET n = 8 WHERE t.own = 'x';
        INSERT INTO t VALUES (3,'alice',8) ON CONFLICT (id) DO UPDATE SET n = 8;
        INSERT INTO t VALUES (1,'alice',8) ON CONFLICT (id) DO UPDATE SET own = 'bob';
        INSERT INTO t VALUES (1,'alice',8) ON CONFLICT (id) DO UPDATE SET own = 'zoe';
        INSERT INTO t VALUES (1,'mallory',8) ON CONFLICT (id) DO UPDATE SET n = 8;
        INSERT INTO t VALUES (4,'alice',4) ON CONFLICT (n) DO UPDATE SET n = 8 RETURNING *;
        INSERT INTO t VALUES (4,'alice',5),(4,'alice',6) ON CONFLICT (id) DO UPDATE SET n = 7;
        INSERT INTO t VALUES (5,'alice',5),(5,'alice',6) ON CONFLICT (id) DO UPDATE SET n = 7;
        INSERT INTO t VALUES (5,'alice',5),(5,'alice',6) ON CONFLICT (id) DO NOTHING;
        RESET ROLE;
        CREATE POLICY r ON t AS RESTRICTIVE FOR UPDATE USING (n < 100) WITH CHECK (n < 50);
        UPDATE t SET n = 200 WHERE id = 5;
        SET ROLE alice;
        INSERT INTO t VALUES (5,'alice',5) ON CONFLICT (id) DO UPDATE SET own = 'alice';
        INSERT INTO t VALUES (1,'alice',5) ON CONFLICT (id) DO UPDATE SET n = 60;
        RESET ROLE;
        SELECT * FROM t;
        """, undecided: 1)
  }

  @Test func `arbiters are found by columns or by name`() throws {
    try agree(
      onScript: """
        CREATE TABLE t (a int, b int, c int CONSTRAINT positive CHECK (c > 0), UNIQUE (b, a));
        CREATE TABLE g (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int,
          d int GENERATED ALWAYS AS (n * 2) STORED);
        INSERT INTO t VALUES (1,1,1) ON CONFLICT (a, b) DO UPDATE SET c = 5;
        INSERT INTO t VALUES (1,1,1) ON CONFLICT (a, b) DO UPDATE SET c = t.c + excluded.c;
        INSERT INTO t VALUES (1,1,1) ON CONFLICT (a) DO NOTHING;
        INSERT INTO t VALUES (1,1,1) ON CONFLICT (nope) DO NOTHING;
        INSERT INTO t VALUES (1,1,1) ON CONFLICT ON CONSTRAINT nope DO NOTHING;
        INSERT INTO t VALUES (1,1,1) ON CONFLICT ON CONSTRAINT positive DO NOTHING;
        INSERT INTO t VALUES (1,1,1) ON CONFLICT ON CONSTRAINT t_b_a_key DO UPDATE SET c = -1;
        INSERT INTO t VALUES (1,1,1) ON CONFLICT DO UPDATE SET c = 1;
        INSERT INTO t VALUES (1,1,1) ON CONFLICT (a, b) DO UPDATE SET c = c + 1;
        INSERT INTO t VALUES (1,1,1) ON CONFLICT (a, b) DO UPDATE SET c = other.c;
        INSERT INTO t VALUES (1,1,1) ON CONFLICT (a, b) DO UPDATE SET c = 1, c = 2;
        INSERT INTO t VALUES (1,1,1) ON CONFLICT (a, b) DO UPDATE SET (c, a) = (3, 7)
          RETURNING *;
        INSERT INTO t VALUES (7,1,1) ON CONFLICT (a, b) DO UPDATE
          SET (c, a) = (SELECT excluded.c + 10, max(t2.a) + 1 FROM t AS t2) RETURNING *;
        INSERT INTO t VALUES (1,NULL,1),(1,NULL,1) ON CONFLICT (a, b) DO NOTHING;
        INSERT INTO g (n) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 5;
        INSERT INTO g (n) VALUES (1) ON CONFLICT (id) DO UPDATE SET d = 5;
        INSERT INTO g (id, n) VALUES (1, 1) ON CONFLICT (id) DO NOTHING;
        INSERT INTO g (id, n) OVERRIDING SYSTEM VALUE VALUES (1, 1)
          ON CONFLICT (id) DO UPDATE SET n = 7 RETURNING *;
        INSERT INTO g (id, n) OVERRIDING USER VALUE VALUES (1, 2) RETURNING *;
        INSERT INTO g (id, n, d) VALUES (DEFAULT, 1, DEFAULT) RETURNING *;
        INSERT INTO g DEFAULT VALUES RETURNING *;
        SELECT * FROM t;
        """)
  }
}
