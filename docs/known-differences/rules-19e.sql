create role alice; create table t(id int, o text); insert into t values (1,'alice'),(2,'bob');
grant select on t to public; alter table t enable row level security; create policy p on t using (o = current_user);
alter role alice bypassrls; set role alice; prepare q as select * from t order by id; execute q;
reset role; alter role alice nobypassrls; set role alice; execute q;
set row_security = off; execute q;
