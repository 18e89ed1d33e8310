CREATE TABLE docs (id serial, a numeric, note text);
CREATE VIEW public.v1 AS SELECT q.id, count (*) FROM public.docs q GROUP BY q.id;
CREATE RULE r AS ON INSERT TO public.v1 DO INSTEAD NOTHING;
INSERT INTO v1 (id) VALUES (68) ON CONFLICT DO NOTHING;
-- simulator: ERROR 0A000: INSERT with ON CONFLICT clause cannot be used with table that has INSERT or UPDATE rules
-- server:    INSERT 0 0 
