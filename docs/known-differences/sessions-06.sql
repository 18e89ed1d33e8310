create table a(j timestamp(9));
create table b(id text collate "nope");
create table pg_catalog.c(id int);
create temp table d(id int) on commit drop;
