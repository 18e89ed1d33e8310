CREATE TABLE public.child (extra text);
CREATE FUNCTION public.fire070() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER fire070 AFTER UPDATE ON child FOR STATEMENT EXECUTE FUNCTION fire070();
UPDATE public.child x SET extra = current_user;
