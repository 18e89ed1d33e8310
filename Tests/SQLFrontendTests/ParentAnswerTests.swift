import Testing

/// What definitions of tables that stand below others answer, word for word as a server's.
@Suite struct ParentAnswerTests {
  @Test func `inheritance and partitions`() throws {
    try expectSameAnswers(
      """
      CREATE TABLE p (id int NOT NULL, x text DEFAULT 'a', CONSTRAINT c CHECK (id > 0));
      CREATE TABLE q (id int, y int);
      CREATE TABLE a (z int) INHERITS (p);
      CREATE TABLE b (id int, x text) INHERITS (p, q);
      CREATE TABLE bad (id text) INHERITS (p);
      CREATE TABLE bad () INHERITS (missing);
      CREATE TABLE bad () INHERITS (p, p);
      ALTER TABLE p ADD COLUMN n int DEFAULT 3;
      ALTER TABLE a DROP COLUMN n;
      ALTER TABLE a RENAME COLUMN x TO xx;
      ALTER TABLE a DROP CONSTRAINT c;
      ALTER TABLE p ADD CONSTRAINT d CHECK (n > 0);
      ALTER TABLE p DROP COLUMN n;
      DROP TABLE p;
      ALTER TABLE a NO INHERIT p;
      ALTER TABLE a NO INHERIT p;
      ALTER TABLE a INHERIT p;
      ALTER TABLE q INHERIT p;
      DROP TABLE p CASCADE;
      CREATE TABLE l (id int, k text) PARTITION BY LIST (k);
      CREATE TABLE l1 PARTITION OF l FOR VALUES IN ('a', 'b');
      CREATE TABLE l2 PARTITION OF l FOR VALUES IN ('b');
      CREATE TABLE l3 PARTITION OF l DEFAULT;
      CREATE TABLE l4 PARTITION OF l DEFAULT;
      CREATE TABLE l5 PARTITION OF q FOR VALUES IN ('a');
      CREATE TABLE l6 () INHERITS (l);
      ALTER TABLE l ADD PRIMARY KEY (id);
      ALTER TABLE l ADD PRIMARY KEY (id, k);
      ALTER TABLE l ADD COLUMN n int;
      ALTER TABLE l1 ADD COLUMN m int;
      ALTER TABLE l DROP COLUMN k;
      ALTER TABLE l1 DROP COLUMN n;
      CREATE TABLE r (id int) PARTITION BY RANGE (id);
      CREATE TABLE r1 PARTITION OF r FOR VALUES FROM (1) TO (10);
      CREATE TABLE r2 PARTITION OF r FOR VALUES FROM (5) TO (20);
      CREATE TABLE r3 PARTITION OF r FOR VALUES FROM (10) TO (MAXVALUE);
      CREATE TABLE h (id int) PARTITION BY HASH (id);
      CREATE TABLE h1 PARTITION OF h FOR VALUES WITH (MODULUS 2, REMAINDER 0);
      CREATE TABLE h2 PARTITION OF h FOR VALUES WITH (MODULUS 4, REMAINDER 2);
      CREATE TABLE h3 PARTITION OF h FOR VALUES WITH (MODULUS 4, REMAINDER 1);
      CREATE TABLE bad (id int) PARTITION BY LIST (missing);
      CREATE TABLE solo (id int);
      ALTER TABLE r ATTACH PARTITION solo FOR VALUES FROM (-10) TO (1);
      ALTER TABLE r ATTACH PARTITION solo FOR VALUES FROM (-10) TO (1);
      ALTER TABLE q ATTACH PARTITION solo FOR VALUES FROM (-10) TO (1);
      ALTER TABLE r DETACH PARTITION solo;
      ALTER TABLE r DETACH PARTITION solo;
      CREATE TABLE wide (id int, more int);
      ALTER TABLE r ATTACH PARTITION wide FOR VALUES FROM (-10) TO (1);
      DROP TABLE l;
      DROP TABLE r1;
      DROP TABLE r, h;
      """)
  }

  @Test func `LIKE copies what it is told to`() throws {
    try expectSameAnswers(
      """
      CREATE TABLE t (id int PRIMARY KEY, x int DEFAULT 3, CHECK (x > 0), g int GENERATED ALWAYS AS (x) STORED);
      CREATE TABLE a (LIKE t);
      CREATE TABLE b (LIKE t INCLUDING ALL, y int);
      CREATE TABLE c (LIKE t INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
      CREATE TABLE d (id int, LIKE t);
      CREATE TABLE d (LIKE missing);
      ALTER TABLE a ADD CONSTRAINT t_x_check CHECK (x > 0);
      ALTER TABLE b ADD CONSTRAINT t_x_check CHECK (x > 0);
      ALTER TABLE b ADD PRIMARY KEY (x);
      ALTER TABLE c ALTER COLUMN g DROP EXPRESSION;
      """)
  }

  @Test func `what a partition brings becomes a part of its parent's`() throws {
    try expectSameAnswers(
      """
      CREATE TABLE org (id int PRIMARY KEY);
      CREATE TABLE event (id int, day date, org int REFERENCES org, UNIQUE (id, day))
        PARTITION BY RANGE (day);
      CREATE INDEX event_org ON event (org);
      CREATE TABLE part (id int, day date, org int REFERENCES org, UNIQUE (id, day), CHECK (id > 0));
      CREATE INDEX mine ON part (org);
      ALTER TABLE event ATTACH PARTITION part FOR VALUES FROM ('2024-01-01') TO ('2024-02-01');
      CREATE INDEX part_org_idx ON part (id);
      ALTER TABLE part DROP CONSTRAINT part_id_day_key;
      ALTER TABLE part DROP CONSTRAINT part_org_fkey;
      ALTER TABLE part DROP CONSTRAINT part_id_check;
      ALTER TABLE event DETACH PARTITION part;
      ALTER TABLE part DROP CONSTRAINT part_id_day_key;
      ALTER TABLE part DROP CONSTRAINT part_org_fkey;
      DROP INDEX mine;
      CREATE TABLE parent (a int CHECK (a > 0), b int);
      CREATE TABLE child (a int CONSTRAINT parent_a_check CHECK (a > 0), b int);
      ALTER TABLE child INHERIT parent;
      ALTER TABLE child DROP CONSTRAINT parent_a_check;
      ALTER TABLE child DROP COLUMN b;
      ALTER TABLE child NO INHERIT parent;
      ALTER TABLE child DROP CONSTRAINT parent_a_check;
      CREATE TABLE later (a int, b int, CONSTRAINT k FOREIGN KEY (a) REFERENCES org NOT VALID);
      ALTER TABLE later VALIDATE CONSTRAINT k;
      CREATE INDEX expressed ON later ((a + 1)) WHERE b > 0;
      CREATE INDEX included ON later (a) INCLUDE (b);
      ALTER TABLE later DROP COLUMN b;
      DROP INDEX expressed;
      DROP INDEX included;
      """)
  }
}
