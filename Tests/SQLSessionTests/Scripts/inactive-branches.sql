-- What an inactive branch adds to a statement is dropped, wherever the statement stands.
CREATE TABLE t (id int
\if false
, g int
\else
, h int
\endif
);
INSERT INTO t VALUES (1, 2)
\if false
 RETURNING id
\endif
;
\if false
SELECT 'a'
\endif
SELECT 5;
\set v 'x;y'
\if false
SELECT 'b' :v
\elif true
SELECT 6
\else
SELECT 7
\endif
;
\if false
COPY t FROM stdin;
1	2
3	4
\endif
SELECT count(*)
\if true
FROM t
\endif
WHERE nope;
SELECT (1
\if false
) , (
\endif
);
\set c false
\if :c
select 1
\elif :c
select 2;
\elif 1
select 3
\elif 1
select 4
\else
select 5
\endif
;
TABLE t;
