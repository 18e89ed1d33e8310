-- server: the sequence of an identity column keeps its name w_id_seq when the table (or column) is renamed; simulator: ERROR 42P01 relation "w_id_seq" does not exist for nextval, setval, select from, GRANT, ALTER SEQUENCE … RESTART/RENAME (pg_get_serial_sequence answers)
create role r;
create table w (id int generated always as identity, n int);
alter table w rename to w2;
insert into w2 (n) values (1) returning id;
select setval('w_id_seq', 10);
grant usage on sequence w_id_seq to r;
alter sequence w_id_seq restart with 20;
insert into w2 (n) values (1) returning id;
alter sequence w_id_seq rename to w2_id_seq;
