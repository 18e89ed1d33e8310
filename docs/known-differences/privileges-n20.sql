create table t(id int, ts timestamptz default now()); create table au(d jsonb);
create function tr() returns trigger language plpgsql as $$ begin insert into au values (to_jsonb(new)); return new; end $$; create trigger x after insert on t for each row execute function tr();
insert into t(id) values (1);
select d->>'id' from au;
