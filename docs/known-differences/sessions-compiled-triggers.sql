-- message only: SELECT tf() of a trigger function: server CONTEXT compilation of PL/pgSQL function "tf" near line 1; simulated none. 15-18
CREATE FUNCTION tf() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
SELECT tf();
