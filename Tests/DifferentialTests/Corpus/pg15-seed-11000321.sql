CREATE TABLE "naïve" (id bigserial PRIMARY KEY, note integer DEFAULT (1), b numeric, "Quoted Name" integer);
CREATE TABLE public.zeta (id serial PRIMARY KEY, a varchar CHECK (length (a) < 8), kind date, owner uuid, note uuid DEFAULT '00000000-0000-0000-0000-000000000001'::uuid, ref bigint REFERENCES public."naïve" ON UPDATE SET NULL);
INSERT INTO public."naïve" (id, note, b, "Quoted Name") VALUES (7, 3, 5, 3);
INSERT INTO public."naïve" (id, note, b, "Quoted Name") VALUES (4, 4, 5, 1);
CREATE VIEW "V0" AS SELECT id FROM "naïve" UNION SELECT id FROM "naïve" WHERE b IN (SELECT b FROM "naïve");
MERGE INTO zeta x USING "V0" o ON x.id = o.id WHEN MATCHED THEN UPDATE SET kind = NULL WHEN NOT MATCHED THEN INSERT (id, a, kind, owner, note, ref) VALUES (21, current_user, '2024-02-29', '00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000002', id);
