create role y_f nologin login;
create role y_g valid until 'nope';
create role y_h connection limit -5;
create role y_a; alter role y_a set work_mem='x'; alter role y_a set nope=1;
create schema if not exists s3 create table x(i int);
create schema s; alter schema s rename to pg_x;
comment on extension nope is 'x';
create type e as enum ('a'); alter type e drop value 'a';
