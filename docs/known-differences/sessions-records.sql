create type addr as (city text, zip int); create table t(id int, a addr); insert into t values (1,'(rome,1)');
select id from t where a = row('rome',1);
select id from t where a = row('rome'::text,1::bigint);
select array[row(1,'a')] = array[row(1,'a')];
