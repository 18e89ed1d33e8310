CREATE TABLE "Notes" (id integer PRIMARY KEY, b integer, owner integer, ref integer REFERENCES "Notes" (id) ON DELETE CASCADE);
CREATE TABLE public.zeta (id integer DEFAULT 77 PRIMARY KEY, note text DEFAULT current_user CHECK (length (note) < 8), "user" integer, b integer UNIQUE, "größe" integer, ref integer REFERENCES public."Notes");
INSERT INTO "Notes" (id, b, owner, ref) VALUES (3, 0, 3, 3), (1, 42, 7, NULL), (2, 0, NULL, NULL);
INSERT INTO zeta (id, note, "user", b, "größe", ref) VALUES (1, 'alice', 4, 2, 0, 1);
INSERT INTO zeta (id, note, "user", b, "größe", ref) VALUES (2, 'b', 7, 4, 3, 3);
CREATE VIEW "V0" WITH (security_invoker) AS SELECT DISTINCT id FROM "Notes";
MERGE INTO public.zeta x USING public."V0" o ON x.id = o.id WHEN MATCHED THEN UPDATE SET b = o.id;
