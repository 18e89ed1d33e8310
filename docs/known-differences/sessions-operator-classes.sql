-- CREATE INDEX (id text_ops) on int: server 42804 operator class "text_ops" does not accept data type integer; CREATE STATISTICS on one column: 42P17 extended statistics require at least 2 columns; simulated accepts both. 15-18
CREATE TABLE t (id int, a text);
CREATE INDEX ON t (id text_ops);
CREATE INDEX ON t (a int4_ops);
CREATE STATISTICS st ON id FROM t;
CREATE STATISTICS st2 ON id, id FROM t;
CREATE STATISTICS st3 (foo) ON id, a FROM t;
