CREATE TABLE items (id bigint, "user" integer NOT NULL);
CREATE TABLE public."Notes" (id bigint PRIMARY KEY, "Quoted Name" smallint DEFAULT '4'::smallint, a numeric (5), kind text, "größe" text CHECK (length ("größe") < 8));
CREATE TABLE parts (id integer, region text, owner text) PARTITION BY LIST (region);
CREATE TABLE parts_rest PARTITION OF parts DEFAULT;
INSERT INTO public."Notes" (id, "Quoted Name", a, kind, "größe") VALUES (1, '3'::smallint, NULL, 'a', 'it''s'), (9, '1'::smallint, 50, 'alice', NULL), (2, '4'::smallint, NULL, '', 'alice'), (4, '-1'::smallint, 2, 'bob', NULL), (3, '7'::smallint, 5, 'A', 'a'), (7, NULL, 50, NULL, 'a');
INSERT INTO parts (id, region, owner) VALUES (4, 'alice', 'A');
INSERT INTO parts (id, region, owner) VALUES (2, '', NULL);
CREATE FUNCTION is_mine2 (p0 integer, text) RETURNS integer LANGUAGE sql AS $$ SELECT (nullif(is_mine2.p0, is_mine2.p0))::integer $$;
MERGE INTO items x USING "Notes" o ON x.id = o.id WHEN MATCHED THEN DO NOTHING WHEN NOT MATCHED THEN INSERT (id, "user") VALUES (30, (is_mine2 (3, (kind)) * (SELECT id FROM parts_rest ORDER BY 1)));
