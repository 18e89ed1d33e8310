-- A WITH whose rows are read as they come may fail after what reads them: undecided, but it fails.
create table a (id int check (id < 2), at timestamptz);
create table b (id int check (id < 1), at timestamptz);
with w as (insert into a (id) values (1), (2) returning id) insert into b (id) select id from w;
create function touch() returns trigger language plpgsql as $$ begin new.at := now(); new.id := 10 / (new.id - 5); return new; end $$;
create table c (id int, at timestamptz);
create table d (id int check (id < 0), at timestamptz);
create trigger t before insert on c for each row execute function touch();
with w as (insert into c (id) values (6), (5) returning id) insert into d (id) select id from w;
with w as (insert into c (id) values (6), (5) returning id) select * from w, d;
with w as (insert into c (id) values (6), (5) returning id) insert into d (id) values (1);
