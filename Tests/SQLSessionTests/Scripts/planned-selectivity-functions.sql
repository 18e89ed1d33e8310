create table u(x text); create function badt() returns text language plpgsql stable as $$ begin raise exception 'badt'; end $$;
select 1 from u where starts_with(x,badt());
select 1 from u where like(x,badt());
select 1 from u where (x=badt())=true;
