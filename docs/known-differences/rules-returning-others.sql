create table base(a int, d int); insert into base values (1,1),(2,2); create view v as select a from base;
create rule r as on delete to v do instead update base set d = d+1 where a = old.a returning a;
delete from v where a = 1 returning *;
create table log(what text, id int, c bigint); create table t(id int, v int); insert into t values (1,1),(2,2);
create rule r1 as on update to t do also insert into log select 'u', new.id, count(*) from t;
create rule r2 as on update to t where sum(old.id) > 1 do nothing;
create rule r3 as on insert to t do also with x as (select new.id) insert into log(c) select id from x;
