import AccessTesting
import Testing

/// RULES 52–62, 70: changes through automatically updatable views.
@Suite struct `Changes through views` {
  @Test func `check options, local and cascaded`() throws {
    try agree(
      onScript: """
        CREATE TABLE t (id int, n int);
        CREATE VIEW v1 AS SELECT * FROM t WHERE n > 0;
        CREATE VIEW v2l AS SELECT * FROM v1 WHERE n < 10 WITH LOCAL CHECK OPTION;
        CREATE VIEW v2c AS SELECT * FROM v1 WHERE n < 10 WITH CASCADED CHECK OPTION;
        CREATE VIEW v3 AS SELECT * FROM v2c WHERE n <> 5;
        CREATE VIEW v4 AS SELECT n AS m, id AS i FROM v2l WHERE n <> 3 WITH LOCAL CHECK OPTION;
        INSERT INTO v1 VALUES (1,-1);
        INSERT INTO v2l VALUES (2,20);
        INSERT INTO v2l VALUES (3,-5);
        INSERT INTO v2c VALUES (4,-5);
        INSERT INTO v3 VALUES (5,5);
        INSERT INTO v3 VALUES (6,50);
        INSERT INTO v2l VALUES (7,NULL);
        INSERT INTO v4 VALUES (3, 7);
        INSERT INTO v4 VALUES (30, 7);
        INSERT INTO v4 VALUES (-30, 7) RETURNING *;
        UPDATE v2c SET n = 100 WHERE n = 5;
        UPDATE v1 SET n = -100 WHERE n = 5 RETURNING *;
        UPDATE v3 SET n = n;
        DELETE FROM v3;
        SELECT * FROM t;
        """)
  }

  @Test func `privileges and policies are those of each step's role`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice; CREATE ROLE o2;
        CREATE TABLE t (id int, own text);
        ALTER TABLE t ENABLE ROW LEVEL SECURITY;
        CREATE POLICY pa ON t TO alice USING (own='alice');
        CREATE POLICY po ON t TO o2 USING (own='o2');
        CREATE VIEW inv WITH (security_invoker) AS SELECT * FROM t;
        CREATE VIEW outv AS SELECT * FROM inv;
        ALTER VIEW outv OWNER TO o2;
        GRANT ALL ON outv TO alice; GRANT ALL ON t TO o2;
        SET ROLE alice;
        INSERT INTO outv VALUES (1,'o2');
        RESET ROLE; GRANT ALL ON inv TO o2; SET ROLE alice;
        INSERT INTO outv VALUES (1,'o2');
        RESET ROLE; GRANT ALL ON t TO alice; SET ROLE alice;
        INSERT INTO outv VALUES (1,'o2');
        INSERT INTO outv VALUES (1,'alice');
        UPDATE outv SET own = 'o2' WHERE id = 1;
        UPDATE outv SET id = 2 RETURNING *;
        RESET ROLE;
        CREATE VIEW own AS SELECT * FROM t; ALTER VIEW own OWNER TO o2;
        GRANT SELECT, INSERT, UPDATE, DELETE ON own TO alice;
        SET ROLE alice;
        INSERT INTO own VALUES (1,'alice');
        INSERT INTO own VALUES (1,'o2') RETURNING id;
        UPDATE own SET id = 5;
        UPDATE own SET own = 'alice';
        DELETE FROM own;
        DELETE FROM own WHERE id > 0;
        RESET ROLE;
        SELECT * FROM t;
        """)
  }

  @Test func `SELECT on the table is needed only where the statement reads`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice; CREATE ROLE vo;
        CREATE TABLE t (id int, a int, hidden int); INSERT INTO t VALUES (1,1,1),(2,2,-2);
        CREATE VIEW v AS SELECT id, a, a + 1 AS b FROM t WHERE hidden > 0;
        ALTER VIEW v OWNER TO vo;
        GRANT INSERT (a), UPDATE (a), DELETE ON v TO alice;
        SET ROLE alice;
        UPDATE v SET a = 5;
        UPDATE v SET b = 5;
        INSERT INTO v (a) VALUES (5);
        INSERT INTO v VALUES (5);
        INSERT INTO v (b) VALUES (5);
        DELETE FROM v;
        RESET ROLE; GRANT INSERT (a), UPDATE (a), DELETE ON t TO vo; SET ROLE alice;
        UPDATE v SET a = 5;
        INSERT INTO v (a) VALUES (5);
        DELETE FROM v WHERE id = 7;
        UPDATE v SET a = a + 1;
        RESET ROLE; GRANT SELECT (id, a) ON v TO alice; SET ROLE alice;
        UPDATE v SET a = a + 1;
        RESET ROLE; GRANT SELECT (id, a) ON t TO vo; SET ROLE alice;
        UPDATE v SET a = a + 1;
        RESET ROLE; GRANT SELECT (hidden) ON t TO vo; SET ROLE alice;
        UPDATE v SET a = a + 1 RETURNING id, a;
        UPDATE v SET a = a + 1 RETURNING *;
        DELETE FROM v RETURNING id;
        RESET ROLE;
        SELECT * FROM t;
        """)
  }

  @Test func `expressions, aliases and subqueries of views are seen through`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice; CREATE ROLE vo;
        CREATE TABLE t (id int PRIMARY KEY, a int DEFAULT 7, b text);
        CREATE TABLE allowed (who text, id int);
        INSERT INTO t VALUES (1,1,'x'),(2,2,'y'),(3,3,'z'); INSERT INTO allowed VALUES ('alice',1);
        CREATE VIEW inner_v AS SELECT id AS k, a * 10 AS tens, b, a AS value FROM t
          WHERE EXISTS (SELECT FROM allowed WHERE allowed.id = t.id);
        ALTER VIEW inner_v OWNER TO vo;
        CREATE VIEW v AS SELECT value AS w, k, tens + 1 AS more, b,
          (SELECT count(*) FROM allowed WHERE allowed.id = k) AS n FROM inner_v;
        ALTER VIEW v OWNER TO vo;
        GRANT ALL ON t TO vo; GRANT ALL ON v TO alice;
        SET ROLE alice;
        UPDATE v SET w = w + 1 WHERE more < 100 RETURNING *;
        RESET ROLE; GRANT SELECT ON allowed TO vo; SET ROLE alice;
        UPDATE v SET w = w + 1 WHERE more < 100 RETURNING *;
        UPDATE v AS x SET w = y.id FROM allowed AS y WHERE x.k = y.id RETURNING x.k, y.*;
        RESET ROLE; GRANT SELECT ON allowed TO alice; SET ROLE alice;
        UPDATE v AS x SET w = y.id FROM allowed AS y WHERE x.k = y.id RETURNING x.k, y.*, x.n;
        UPDATE v SET b = (SELECT max(who) FROM allowed WHERE allowed.id = v.k) RETURNING b, n;
        UPDATE v SET (b, w) = (SELECT who, v.more FROM allowed WHERE allowed.id = v.k) RETURNING b, w;
        DELETE FROM v USING allowed AS y WHERE v.k = y.id AND v.more > 10000;
        INSERT INTO v (k, b) VALUES (9, 'new') RETURNING w, k, more, n;
        INSERT INTO v (k, w, b) VALUES (9, DEFAULT, 'new') ON CONFLICT (k) DO UPDATE
          SET b = excluded.b || v.b || excluded.w::text || excluded.more::text RETURNING *;
        INSERT INTO v (k) SELECT k + 100 FROM v RETURNING k, w;
        INSERT INTO v (more) VALUES (1);
        INSERT INTO v (k, b) VALUES (1, 'q') ON CONFLICT ON CONSTRAINT t_pkey DO NOTHING;
        DELETE FROM v WHERE n = 1 RETURNING k;
        RESET ROLE;
        SELECT * FROM t;
        """, undecided: 5)
  }

  @Test func `conflicts through views are checked as the view's owner`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice; CREATE ROLE vo;
        CREATE TABLE t (id int PRIMARY KEY, own text, n int);
        INSERT INTO t VALUES (1,'vo',1),(2,'other',2);
        ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON t TO vo USING (own = 'vo');
        CREATE VIEW v AS SELECT id, own, n FROM t WHERE n < 100 WITH CHECK OPTION;
        ALTER VIEW v OWNER TO vo; GRANT SELECT, INSERT ON v TO alice;
        SET ROLE alice;
        INSERT INTO v VALUES (1,'vo',5) ON CONFLICT (id) DO NOTHING;
        RESET ROLE; GRANT INSERT ON t TO vo; SET ROLE alice;
        INSERT INTO v VALUES (1,'vo',5) ON CONFLICT DO NOTHING;
        INSERT INTO v VALUES (1,'vo',5) ON CONFLICT (id) DO NOTHING;
        RESET ROLE; GRANT SELECT ON t TO vo; SET ROLE alice;
        INSERT INTO v VALUES (1,'vo',5) ON CONFLICT (id) DO NOTHING;
        INSERT INTO v VALUES (1,'vo',5) ON CONFLICT (id) DO UPDATE SET n = 9;
        RESET ROLE; GRANT UPDATE (n) ON v TO alice; SET ROLE alice;
        INSERT INTO v VALUES (1,'vo',5) ON CONFLICT (id) DO UPDATE SET n = 9;
        RESET ROLE; GRANT UPDATE ON t TO vo; SET ROLE alice;
        INSERT INTO v VALUES (1,'vo',5) ON CONFLICT (id) DO UPDATE SET n = excluded.n + 90;
        INSERT INTO v VALUES (1,'vo',50) ON CONFLICT (id) DO UPDATE SET n = excluded.n + 90;
        INSERT INTO v VALUES (2,'vo',50) ON CONFLICT (id) DO UPDATE SET n = 1;
        INSERT INTO v VALUES (3,'vo',500);
        INSERT INTO v VALUES (1,'vo',500) ON CONFLICT (id) DO NOTHING;
        INSERT INTO v VALUES (3,'alice',500);
        RESET ROLE;
        SELECT * FROM t;
        """)
  }

  @Test func `security barriers put the view's conditions first`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE TABLE t (id int, n int); INSERT INTO t VALUES (1,1),(2,0);
        CREATE VIEW b WITH (security_barrier) AS SELECT * FROM t WHERE n <> 0;
        CREATE VIEW c AS SELECT * FROM b WHERE id > 0;
        GRANT ALL ON b, c TO alice;
        SET ROLE alice;
        UPDATE b SET id = 7 WHERE 10 / n > 1;
        DELETE FROM c WHERE 10 / n > 100;
        UPDATE c SET id = 8 WHERE 10 / n > 1 RETURNING *;
        """)
  }

  @Test func `views that can't be changed say why, whatever the privileges`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE TABLE t (id int, n int);
        CREATE VIEW d AS SELECT DISTINCT id FROM t; CREATE VIEW j AS SELECT t.id FROM t, t t2;
        CREATE VIEW l AS SELECT id FROM t LIMIT 5; CREATE VIEW e AS SELECT id, n + 1 AS n1 FROM t;
        CREATE VIEW g AS SELECT count(*) AS c FROM t; CREATE VIEW k AS SELECT id FROM t GROUP BY id;
        CREATE VIEW none AS SELECT id + 1 AS x FROM t; CREATE VIEW od AS SELECT * FROM d;
        CREATE VIEW twice AS SELECT id AS a, id AS b FROM t;
        SET ROLE alice;
        INSERT INTO d VALUES (1);
        DELETE FROM j;
        UPDATE l SET id = 1;
        UPDATE e SET n1 = 1;
        INSERT INTO e VALUES (1, 1);
        UPDATE e SET id = 1;
        DELETE FROM g;
        DELETE FROM k;
        DELETE FROM none;
        UPDATE none SET x = 1;
        DELETE FROM od;
        UPDATE twice SET a = 1, b = 2;
        INSERT INTO twice VALUES (1, 2);
        INSERT INTO twice (a) VALUES (1);
        RESET ROLE;
        INSERT INTO twice (b) VALUES (1) RETURNING *;
        UPDATE e SET id = 1 RETURNING *;
        """)
  }
}
