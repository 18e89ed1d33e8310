create table t(id int, n int); insert into t values(1,1),(2,2),(3,3);
begin; declare j cursor for select id from t order by id for update; update t set n=22 where id=1; fetch all from j; rollback;
begin; declare j cursor for select id from t order by id for update; fetch 1 from j; update t set n=0 where id=3; delete from t where id=2; fetch all from j; rollback;
begin; declare j cursor for select id from t order by id for key share; update t set n=0; fetch all from j; rollback;
begin; savepoint a; declare j cursor for select id from t order by id for update; savepoint b; update t set n=0; rollback to b; fetch all from j; rollback;
