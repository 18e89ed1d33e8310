CREATE ROLE "Staff Role" ;
ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO "Staff Role";
CREATE TABLE public.zeta (id integer PRIMARY KEY, b uuid DEFAULT '00000000-0000-0000-0000-000000000003'::uuid, a text);
CREATE FUNCTION is_mine0 (text, text) RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (is_mine0.p1)::text; END $$;
ALTER TABLE zeta ENABLE ROW LEVEL SECURITY;
REVOKE EXECUTE ON FUNCTION public.is_mine0(text, text) FROM PUBLIC;
SET ROLE "Staff Role";
DELETE FROM public.zeta WHERE ((a = public.is_mine0 (('b')::text, ('b')::text)::varchar) AND id < CASE WHEN NULL::boolean THEN 2 ELSE NULL::numeric END);
