CREATE TABLE docs (id integer, owner varchar (12), "user" text);
CREATE TABLE "my table" (id integer PRIMARY KEY, note text, owner text, b uuid, "größe" boolean, ref integer REFERENCES "my table" (id));
CREATE TABLE parts (region text, owner text) PARTITION BY LIST (region);
CREATE TABLE parts_a PARTITION OF parts FOR VALUES IN ('b');
INSERT INTO public.docs VALUES (1, 'it''s'::varchar, 'bob'), (7, 'b'::varchar, ''), (3, NULL, 'bob'), (9, 'it''s'::varchar, 'b'), (4, 'Staff Role'::varchar, '');
CREATE VIEW mine0 AS SELECT owner, (SELECT (note) FROM "my table" WHERE note <> ALL (ARRAY [ 'Staff Role' ])) FROM docs WHERE "user" = array_to_string ('{}'::text [ ], '-');
INSERT INTO parts_a SELECT (id), ('it''s') FROM docs o WHERE NOT EXISTS (SELECT FROM mine0 WHERE owner = o.owner AND owner BETWEEN o.owner AND owner);
