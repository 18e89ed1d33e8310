CREATE ROLE "user" ;
CREATE TABLE public.zeta (id bigint GENERATED ALWAYS AS IDENTITY (START 60) PRIMARY KEY, "größe" integer DEFAULT 0, kind bigint REFERENCES public.zeta ON UPDATE SET DEFAULT);
CREATE TABLE public.items (b text, ref bigint REFERENCES public.zeta);
CREATE VIEW public."V1" WITH (security_invoker) AS SELECT id FROM public.zeta q WHERE (q."größe" = ("größe")) IS UNKNOWN;
ALTER TABLE zeta ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON zeta TO "user";
GRANT ALL ON items TO "user";
GRANT ALL ON "V1" TO "user";

CREATE FUNCTION g0 () RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN RAISE NOTICE 'g0'; RETURN true; END $$;
CREATE VIEW view3 AS SELECT b, ref FROM items WHERE g0 ();
GRANT ALL ON view3 TO "user";
SET SESSION AUTHORIZATION "user";
MERGE INTO items x USING view3 o ON '0' IN (SELECT id FROM "V1") WHEN MATCHED THEN DELETE;
