create table log(what text, id int, c bigint); create table t(id int, v int); insert into t values (1,1),(2,2);
create rule r1 as on update to t do also insert into log select 'u', new.id, count(*) from t;
create rule r3 as on insert to t do also with x as (select new.id) insert into log(c) select id from x;
