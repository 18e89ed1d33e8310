create role n@;
create table t (id int);
reassign owned by postgres to n@;
drop owned by current_user;
drop owned by pg_read_all_data;
reassign owned by pg_monitor to n@;
select count(*) from t;
drop table t;
drop role n@;
