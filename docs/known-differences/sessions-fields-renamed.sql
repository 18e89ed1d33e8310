-- server: 42P01 relation "log" does not exist; simulator: 42703 record "new" has no field "id" (both a table and a field of NEW are missing: the target table is looked up first); only when the function ran before the renames
create table t (id int); create table log (t_id int);
create function trg() returns trigger language plpgsql as $$ begin insert into log values (new.id); return null; end $$;
create trigger aa after insert on t for each row execute function trg();
insert into t values (0);
alter table t rename column id to key;
alter table log rename to journal;
insert into t values (1);
