create table t(v text);
copy t from stdin;
a\
b
\.
select v from t;
