CREATE ROLE alice ;
CREATE SCHEMA "Private";
CREATE TABLE "Private"."Notes" (id serial, "user" integer GENERATED ALWAYS AS (1), b date);
CREATE FUNCTION "may see0" (integer, integer) RETURNS text LANGUAGE plpgsql AS $$ BEGIN DELETE FROM "Private"."Notes" WHERE id = 3; RETURN 'it''s'; END $$;
SELECT "may see0" ((4), ((1)));
SET ROLE alice;
SELECT "may see0" (0, 7);
