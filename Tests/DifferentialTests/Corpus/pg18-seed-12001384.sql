CREATE ROLE alice;
CREATE TABLE public."my table" (id bigint PRIMARY KEY, b smallint, a numeric, UNIQUE (id, b));
CREATE TABLE public.items (id integer GENERATED ALWAYS AS IDENTITY, owner uuid);
ALTER TABLE items ENABLE ROW LEVEL SECURITY;
SET ROLE alice;
MERGE INTO public."my table" USING public.items o ON (b >= ('7'::bigint)) WHEN MATCHED AND coalesce (owner <> ALL (ARRAY [ '00000000-0000-0000-0000-000000000001'::uuid, '00000000-0000-0000-0000-000000000003'::uuid ]), false) THEN DO NOTHING WHEN NOT MATCHED BY SOURCE THEN DELETE WHEN NOT MATCHED AND o.owner <= '00000000-0000-0000-0000-000000000001'::uuid THEN INSERT (id, b, a) VALUES (32, ('42'::smallint)::smallint, (7)) RETURNING ('-'), merge_action ();
