-- Where the rows of an emptied table stand after VACUUM nobody knew.
create table t (id int, n int); insert into t select g, g from generate_series(1, 20) g;
create function up(i int) returns int language plpgsql as $$ begin update t set n = n + 1 where id = i; return (select n from t where id = i); end $$;
vacuum t;
truncate t;
insert into t values (1, 1), (2, 2), (3, 3);
select up(3), up(2), up(3);
select * from t order by id;
