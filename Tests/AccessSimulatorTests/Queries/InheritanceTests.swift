import AccessTesting
import Testing

/// RULES 81: reading a parent reads its children's rows under the parent's privileges and policies.
@Suite struct `Inheritance and partitions in queries` {
  @Test func `a query on a parent obeys the parent's policies only`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE TABLE parent (id int, who text);
        CREATE TABLE child (extra int) INHERITS (parent);
        CREATE TABLE grandchild () INHERITS (child);
        INSERT INTO parent VALUES (1, 'alice'), (2, 'bob');
        INSERT INTO child VALUES (3, 'alice', 0), (4, 'bob', 0);
        INSERT INTO grandchild VALUES (5, 'alice', 1), (6, 'bob', 1);
        ALTER TABLE parent ENABLE ROW LEVEL SECURITY;
        CREATE POLICY p ON parent USING (who = 'alice');
        ALTER TABLE child ENABLE ROW LEVEL SECURITY;
        CREATE POLICY c ON child USING (id = 4);
        GRANT SELECT ON parent, child TO alice;
        SET ROLE alice;
        SELECT * FROM parent ORDER BY id;
        SELECT * FROM ONLY parent;
        SELECT * FROM child ORDER BY id;
        SELECT * FROM ONLY child;
        SELECT * FROM grandchild;
        SELECT a.id, b.id FROM parent a JOIN parent b ON a.id = b.id ORDER BY 1;
        SELECT p FROM parent p ORDER BY id;
        SELECT count(*) FROM parent WHERE id IN (SELECT id FROM child);
        """)
  }

  @Test func `so it is with partitions`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE TABLE sale (region text, n int) PARTITION BY LIST (region);
        CREATE TABLE sale_eu PARTITION OF sale FOR VALUES IN ('eu');
        CREATE TABLE sale_rest PARTITION OF sale DEFAULT;
        INSERT INTO sale_eu VALUES ('eu', 1), ('eu', 2);
        INSERT INTO sale_rest VALUES ('us', 1), ('us', 3);
        ALTER TABLE sale ENABLE ROW LEVEL SECURITY;
        CREATE POLICY p ON sale USING (n < 3);
        ALTER TABLE sale_eu ENABLE ROW LEVEL SECURITY;
        GRANT SELECT ON sale, sale_eu TO alice;
        SET ROLE alice;
        SELECT * FROM sale ORDER BY 1, 2;
        SELECT * FROM ONLY sale;
        SELECT * FROM sale_eu;
        SELECT * FROM sale_rest;
        """)
  }

  @Test func `names go by the search path, past schemas that may not be used`() throws {
    try agree(
      onScript: """
        CREATE ROLE alice;
        CREATE SCHEMA one;
        CREATE SCHEMA two;
        CREATE TABLE one.t AS SELECT 'one' AS a;
        CREATE TABLE two.t AS SELECT 'two' AS a;
        GRANT SELECT ON one.t, two.t TO alice;
        GRANT USAGE ON SCHEMA two TO alice;
        SELECT a FROM t;
        SET search_path = one, two;
        SELECT a FROM t;
        SET search_path = two, one;
        SELECT a FROM t;
        SET search_path = one, two;
        SET ROLE alice;
        SELECT a FROM t;
        SELECT a FROM one.t;
        SET search_path = one;
        SELECT a FROM t;
        """)
  }
}
