CREATE ROLE bob;
CREATE TABLE items (id serial, note jsonb, UNIQUE (note));
CREATE TABLE members (id integer);
ALTER TABLE items ENABLE ROW LEVEL SECURITY;
GRANT ALL ON items TO bob;
CREATE POLICY a_read1 ON public.items AS PERMISSIVE FOR ALL TO PUBLIC USING ((7 IN (SELECT s0.id FROM public.members s0) AND (note IS NULL AND items.id = NULL::smallint)));
SET ROLE bob;
UPDATE items SET id = 22;
