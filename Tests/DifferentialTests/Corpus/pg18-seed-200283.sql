CREATE TABLE "Notes" (id bigserial, note integer GENERATED ALWAYS AS (1) CHECK (note < 50), kind integer, "Quoted Name" numeric);
CREATE TABLE parts (region text, owner text) PARTITION BY LIST (region);
CREATE TABLE parts_a PARTITION OF parts FOR VALUES IN ('b');
INSERT INTO "Notes" (id, kind, "Quoted Name") VALUES (3, 4, 5);
CREATE FUNCTION public."may see1"() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN DELETE FROM public."Notes" WHERE id = 3; RETURN false; END $$;
CREATE VIEW public.v0 AS SELECT owner FROM public.parts_a WHERE public."may see1" ();
WITH w AS (SELECT FROM v0) SELECT FROM w;
SELECT FROM public."Notes";
-- simulator: SELECT 0 () 
-- server:    SELECT 1 () 
