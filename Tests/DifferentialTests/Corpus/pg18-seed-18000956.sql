CREATE ROLE alice;
CREATE TABLE docs (a varchar (12), note integer NOT NULL CHECK (note < 50));
CREATE FUNCTION "may see0" (integer, p1 text) RETURNS boolean LANGUAGE sql AS $$ SELECT ("may see0".p1 <> "may see0".p1)::boolean $$;
ALTER TABLE docs ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant0 ON docs USING (note IS NULL);
GRANT ALL ON docs TO alice;
REVOKE EXECUTE ON FUNCTION public."may see0"(integer, text) FROM PUBLIC;
SET SESSION AUTHORIZATION alice;
UPDATE docs SET note = 3 WHERE "may see0" (note, (array_to_string ('{}'::text [ ], '-')));
