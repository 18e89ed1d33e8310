create table t(id int primary key, v text);
copy t(id,v) from stdin csv;
10,"multi
line"
11,un"q"uoted
12,"unterminated
\.
select * from t;
copy t from stdin csv;
20,a
21,b,c
\.
select * from t;
copy t to stdout with (delimiter 'ab');
copy t from stdin (freeze);
1	5
\.
