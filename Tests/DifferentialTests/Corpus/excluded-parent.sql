CREATE ROLE bob ;
CREATE TABLE public.docs (id integer GENERATED ALWAYS AS IDENTITY (START 60) PRIMARY KEY, "größe" text CHECK (length ("größe") < 8), ref integer REFERENCES public.docs);
CREATE TABLE public."Notes" (id bigint PRIMARY KEY, "größe" text DEFAULT current_user, kind uuid DEFAULT '00000000-0000-0000-0000-000000000003'::uuid);
CREATE TABLE public.child (extra text) INHERITS (public."Notes");
CREATE FUNCTION "may see2" () RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT (EXISTS (SELECT 1 FROM public.docs s0 WHERE (s0.ref > '0'::smallint) IS NOT FALSE))::boolean $$;
ALTER TABLE "Notes" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "Zed policy1" ON "Notes" USING (("may see2" () AND id IS NULL));
GRANT SELECT ON "Notes" TO bob WITH GRANT OPTION;
SET ROLE bob;
SELECT FROM public."Notes";

