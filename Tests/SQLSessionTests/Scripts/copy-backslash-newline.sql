create table t (v text, n int);
copy t from stdin;
a\
b	1
c\\	2
d\\\
e	3
f\	4	5
\.
select v, n from t order by n;
copy t (v) from stdin;
x\\
y\
\.
select v, length(v) from t where n is null order by v;
copy t from stdin;
a\
b	1
c	x
\.
copy t from stdin;
a	1
c\
\
d	x
\.
copy t (v) from stdin (format csv);
z\
w
\.
select v from t where n is null order by v;
select count(*) from t;
copy (select v from t where n = 1) to stdout;
