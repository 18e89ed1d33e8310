create table t(a int);
create function g8() returns void language plpgsql set search_path='' as $$ begin raise notice '%', 'public.t'::regclass; end $$; select g8();
create function tf() returns trigger language plpgsql set search_path='' as $$ begin raise notice '%', tg_relid::regclass; return new; end $$; create trigger x before insert on t for each row execute function tf(); insert into t values (2);
