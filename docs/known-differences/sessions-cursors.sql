create table t(id int primary key); insert into t values (1),(2),(3);
begin; declare d cursor for with x as (insert into t values (9) returning *) select * from x; rollback;
begin; declare d scroll cursor for select id from t for update; rollback;
begin; declare d cursor with hold for select id from t for share; rollback;
begin; declare c cursor for select id from t for update; fetch last from c; rollback;
begin; declare c no scroll cursor for select id from t order by id; fetch 2 from c; fetch absolute 2 from c; rollback;
