CREATE ROLE bob ;
CREATE TABLE zeta (id integer);
CREATE TABLE "Notes" (id integer PRIMARY KEY, "Quoted Name" integer DEFAULT (1), b jsonb, ref integer REFERENCES "Notes" (id));
CREATE TABLE public."my table" (id serial NOT NULL, ref integer REFERENCES public."Notes");
ALTER TABLE zeta ENABLE ROW LEVEL SECURITY;
ALTER TABLE "my table" ENABLE ROW LEVEL SECURITY;
SET row_security = off;
SET ROLE bob;
MERGE INTO public."Notes" x USING public.zeta ON ((EXISTS (SELECT FROM public."my table" s1 WHERE s1.ref = x.id))) WHEN MATCHED AND EXISTS (SELECT FROM public.zeta) THEN UPDATE SET "Quoted Name" = (1) WHEN MATCHED AND (1) = (SELECT s1.id FROM public.zeta s1) THEN UPDATE SET b = 'null'::jsonb;
