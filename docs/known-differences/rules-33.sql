CREATE TABLE t (n int); INSERT INTO t VALUES (1);
SELECT n FROM t JOIN (VALUES (0),(1)) v(x) ON v.x=t.n AND 1/v.x > 0;
