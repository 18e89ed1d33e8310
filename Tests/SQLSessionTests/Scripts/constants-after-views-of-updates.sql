-- Views are looked at before constants are computed.
CREATE ROLE bob@;
CREATE TABLE zeta (id int, note date);
CREATE TABLE s (id integer, kind int, note boolean);
CREATE TABLE child (id integer, note boolean);
CREATE FUNCTION g (p0 integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT count(*) > 3 FROM public.child s0 WHERE s0.id = p0 $$;
create view w as select note from zeta;
grant select, update on s to bob@;
SET ROLE bob@;
UPDATE s SET kind = 1 FROM w WHERE g (2);
UPDATE s SET kind = 1 FROM w WHERE g (2) and id = 4;
UPDATE s SET kind = id FROM w WHERE g (2);
delete from s USING w WHERE g (2);
delete from s USING w WHERE g (2) and id = 5;
delete from s USING w WHERE false;
MERGE into s USING w on g (2) when matched then update set kind = 1;
UPDATE s SET kind = 1 FROM w;
insert into s select 1 from w where g(2);
