CREATE TABLE zeta (id bigint PRIMARY KEY, "user" integer, b integer, note varchar, owner uuid NOT NULL, ref bigint);
CREATE TABLE "select" (id integer, owner varchar);
INSERT INTO "select" VALUES (2, 'bob'), (4, 'A'), (3, 'Staff Role'), (1, '');
CREATE VIEW public."V0" AS SELECT q.id FROM public."select" q UNION SELECT ('7');
UPDATE "select" SET owner = current_user WHERE CASE WHEN id = id THEN owner >= 'A' ELSE id < (id) END;
MERGE INTO zeta x USING "V0" o ON x.id = o.id WHEN NOT MATCHED THEN INSERT (id, "user", b, note, owner, ref) VALUES (26, id, 4, current_user, NULL, '4');
