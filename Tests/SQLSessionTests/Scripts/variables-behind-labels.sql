-- A label before a variable's name says which block's it is, of a record's fields too.
create table seat (name text, link text);
insert into seat values ('a', 'b'), ('b', ''), ('c', 'd');
create function linked(text) returns text language plpgsql as $$
<<around>>
declare
  rec record;
begin
  select into rec * from seat where name = $1;
  declare
    rec record;
  begin
    select into rec * from seat where name = around.rec.link;
    return around.rec.name || ' to ' || coalesce(rec.name, 'nobody');
  end;
end $$;
select linked('a'), linked('b'), linked('c');
create function fields(text) returns text language plpgsql as $$
<<around>>
declare
  rec seat;
  given text;
begin
  select into rec * from seat where name = $1;
  declare
    rec record;
  begin
    select around.rec.*, 1 into rec;
    given := rec.link || around.rec.name;
    return given;
  end;
end $$;
select fields('a');
create function missing() returns text language plpgsql as $$
<<around>>
declare
  rec seat;
begin
  return around.rec.colour;
end $$;
select missing();
create function elsewhere() returns text language plpgsql as $$
declare
  rec seat;
begin
  return around.rec.name;
end $$;
select elsewhere();
create function argument(s seat) returns text language sql as 'select argument.s.link';
select argument(seat) from seat order by 1;
