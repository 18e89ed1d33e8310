create role al; create table t(id int); insert into t values(1); 
create function ro() returns int language plpgsql set transaction_read_only=on as 'begin insert into t values(55); return 1; end';
select ro();
