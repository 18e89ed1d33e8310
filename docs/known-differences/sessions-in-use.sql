create table t(id int); insert into t values (1),(2);
create function en() returns int language plpgsql as $$ begin alter table t enable row level security; return 1; end $$;
create function tr() returns int language plpgsql as $$ begin truncate t; return 1; end $$;
select en() from t where id = 1;
select tr() from t;
do $$ declare r record; begin for r in select * from t loop alter table t disable row level security; end loop; end $$;
begin; declare c cursor for select * from t; truncate t; rollback;
select count(*) from t;
