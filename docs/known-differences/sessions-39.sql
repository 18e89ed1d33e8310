create table t(id int primary key, v text, g int generated always as (id) stored);
copy t(id,g) from stdin;
7	1
\.
select 1;
