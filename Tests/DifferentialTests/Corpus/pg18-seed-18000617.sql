CREATE ROLE alice;
CREATE TABLE public.items (id integer);
CREATE TABLE public.docs (id integer DEFAULT 7, "user" text, kind text CHECK (length (kind) < 8));
CREATE VIEW v0 WITH (security_invoker) AS SELECT id FROM docs UNION SELECT id FROM docs WHERE ("user" BETWEEN NULL AND 'a');
ALTER TABLE items ENABLE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, TRUNCATE, REFERENCES ON public.items TO alice;
GRANT SELECT (id) ON v0 TO alice;
SET ROLE alice;
MERGE INTO items x USING v0 o ON x.id = o.id WHEN MATCHED THEN DO NOTHING WHEN NOT MATCHED THEN DO NOTHING;
