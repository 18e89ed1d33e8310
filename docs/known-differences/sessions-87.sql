create type ad as (z text); create type pe as (n text, h ad);
do $$ declare p pe; begin p.h.z := 'q'; raise notice '%', p; end $$;
create table ar (id int, l ad[]); insert into ar values (1, '{"(a)"}');
create function trg() returns trigger language plpgsql as $$ begin new.l[1].z := 'T'; return new; end $$;
create trigger x before update on ar for each row execute function trg();
update ar set id = 2 returning *;
