create role h_c; create role h_d; create table t (id int, own text);
create policy p46 on t using (own collate "nope" = 'x');
drop type int;
alter table t cluster on nope;
alter database nope set work_mem = '1MB';
set role h_c; alter database postgres owner to h_d; reset role;
create type st as enum ('x'); alter type st drop value 'x';
