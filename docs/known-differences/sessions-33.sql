create table a(i int); alter table a alter column i set compression lz4;
alter table a set tablespace nope;
create table child(id int); create table dupc(id text) inherits (child); create table dupi(id int) inherits (child);
create table b(i int) tablespace pg_default;
create extension pgcrypto; create table ec(h bytea default digest('a','md5')); drop extension pgcrypto;
