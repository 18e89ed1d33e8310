CREATE TABLE docs (id bigint PRIMARY KEY, kind uuid);
CREATE TABLE "Notes" (ref bigint REFERENCES docs (id));
INSERT INTO "Notes" VALUES (CASE WHEN (true) THEN ('2'::bigint) END), ((CASE WHEN 'a' <= session_user THEN '1999-12-31'::date END, ('1999-12-31'::date)), (greatest ('a' < CASE WHEN false THEN '' END, nullif (NULL::varchar, 'Staff Role')))) ON CONFLICT (id) DO NOTHING;
