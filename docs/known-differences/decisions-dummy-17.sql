create role m15; create table t(id int, ten int, o text); insert into t values (1,1,'a'); create function who() returns text language plpgsql stable as $$begin raise exception 'who'; end$$;
alter table t enable row level security; grant select on t to m15;
create policy p on t using (ten = 1 and o = who());
set role m15;
select * from t where ten = 2;
select * from t where ten = 1 and o = 'zz';
reset role; alter policy p on t using (ten = current_setting('a.b')::int); set role m15;
select * from t where ten = 1 and ten = 2;
select * from t where ten = 1 and false;
