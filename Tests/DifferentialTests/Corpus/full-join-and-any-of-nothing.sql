CREATE SCHEMA "Private";
CREATE TABLE public.docs (id serial PRIMARY KEY, "größe" text CHECK (length ("größe") < 8), b text, a text CHECK (length (a) < 8), ref integer REFERENCES public.docs ON DELETE SET DEFAULT);
CREATE TABLE "Private"."naïve" (id serial PRIMARY KEY, owner text, note smallint, "Quoted Name" text, b varchar (12));
CREATE TABLE "Private"."Notes" (id integer DEFAULT 77 PRIMARY KEY, "größe" boolean CHECK ("größe"), "user" smallint, note date, "Quoted Name" numeric CHECK ("Quoted Name" <= 50), ref integer REFERENCES "Private"."naïve" INITIALLY DEFERRED);
INSERT INTO "Private"."naïve" (id, owner, note, "Quoted Name", b) VALUES (9, 'alice', '2'::smallint, '{}'::text[], ''::varchar), (1, 'Staff Role', '2'::smallint, '{}'::text[], NULL);
INSERT INTO "Private"."Notes" (id, "größe", "user", note, "Quoted Name", ref) VALUES (9, true, '42', '2024-02-29', 2, 9);
CREATE VIEW "Private"."V0" AS SELECT q.id renamed, q."größe", ref FROM "Private"."Notes" q;
SELECT q FROM docs q FULL JOIN "Private"."V0" r ON id = renamed WHERE (NOT r."größe" <= (q."größe" = ANY (ARRAY (SELECT b FROM docs WHERE id = ref AND r."größe" <> (b = ANY (ARRAY [ 'A' ]))))));
