-- COPY converts the fields of a line that ends too early.
CREATE TABLE t (id int, s varchar(3), d date);
COPY t FROM stdin;
x
\.
COPY t FROM stdin;
1	abcdef
\.
COPY t FROM stdin;
1	abc
\.
COPY t FROM stdin WITH (FORMAT csv);
y,abc
\.
COPY t FROM stdin WITH (FORMAT csv);
,abc
\.
COPY t FROM stdin WITH (FORMAT csv);
1,abc,2020-01-01
99999999999,abc
\.
COPY t (d, id) FROM stdin WITH (FORMAT csv);
nodate
\.
COPY t FROM stdin;
\.
COPY t FROM stdin;

\.
SELECT * FROM t;
