-- Volatile functions see the rows that the statement around them has stored.
create table t(id int, v int); insert into t values (1,1),(2,2);
create function cntt() returns bigint language sql volatile as 'select count(*) from t';
insert into t select id+1000, cntt() from t; select * from t order by 1;
create function c2() returns bigint language plpgsql as $$ begin return (select count(*) from t); end $$;
insert into t select id+5000, c2() from t where id < 3 returning *;
insert into t values (7000, c2()), (7001, c2()) returning *;
update t set v = (select 0) ; update t set v = c2() where id<3; 
delete from t where c2() > 4; select count(*) from t;
