-- What a schema before an alias may not mean, in views and policies.
CREATE SCHEMA s@; CREATE TABLE s@.t (id int, a int); CREATE TABLE u (id int, a int);
CREATE VIEW v1 AS SELECT s@.t.a FROM s@.t;
CREATE VIEW v2 AS SELECT s@.t.a FROM s@.t t;
CREATE VIEW v3 AS SELECT s@.t.a FROM u t;
CREATE VIEW v4 AS SELECT s@.t.a FROM (SELECT 1 AS a) t;
CREATE VIEW v5 AS WITH t AS (SELECT 1 AS a) SELECT s@.t.a FROM t;
CREATE VIEW v6 AS SELECT s@.t.a FROM s@.t x;
CREATE VIEW v7 AS SELECT s@.t.a FROM u;
CREATE VIEW v8 AS SELECT s@.t.a FROM generate_series(1,2) t(a);
CREATE VIEW v9 AS SELECT s@.x.a FROM u x;
CREATE POLICY p ON u USING (EXISTS (SELECT 1 FROM s@.t t WHERE s@.t.id = u.id));
CREATE POLICY q ON s@.t USING (s@.t.id = 1);
CREATE VIEW v12 AS SELECT t.* FROM s@.t;
