-- What neither the database nor any server has.
create table t@ (id int, note text);
insert into t@ values (1, 'a');
select nosuch(1);
select nosuch();
select nosuch(id, note, 'x') from t@;
select pg_catalog.nosuch(1);
select nowhere.nosuch(1);
select public.nosuch(null);
select * from nosuch(1);
select id from t@ where nosuch(note);
select upper(id) from t@;
select 1 <=> 2;
select note <-> note from t@;
select 'a'::nosuch;
select '{a}'::nosuch[];
select cast(note as nosuch) from t@;
select note::varchar(3) from t@;
-- Found once it is there.
create function nosuch(int) returns int language sql as 'select $1 + 1';
select nosuch(1);
select nosuch('x'::text);
create type nosuch as enum ('a', 'b');
select 'a'::nosuch;
select 'c'::nosuch;
create policy p@ on t@ using (nowhere_to_be_found(id));
create view v@ as select missing_function(id) from t@;
do $$ begin perform nosuch_either(1); exception when undefined_function then
  insert into t@ values (2, 'caught'); end $$;
select id, note from t@ order by id;
