CREATE ROLE "ünï";
CREATE TABLE public.items (id bigserial PRIMARY KEY, note text [ ], "user" integer GENERATED ALWAYS AS (1) STORED);
ALTER TABLE items ENABLE ROW LEVEL SECURITY;
GRANT ALL ON items TO "ünï";
SET ROLE "ünï";
INSERT INTO items (id, note) SELECT ('-1'), ('{NULL,b}') ON CONFLICT (id) DO UPDATE SET "user" = DEFAULT WHERE (NOT excluded.note IN ('{}'));
