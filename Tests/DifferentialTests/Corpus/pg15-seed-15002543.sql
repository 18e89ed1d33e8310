CREATE ROLE "Staff Role";
CREATE TABLE members (id bigint, "Quoted Name" text, kind boolean, owner text, UNIQUE ("Quoted Name"));
CREATE FUNCTION "may see0" (integer) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN (NULL::boolean)::boolean; END $$;
ALTER TABLE members ENABLE ROW LEVEL SECURITY;
GRANT ALL ON members TO "Staff Role";
REVOKE EXECUTE ON FUNCTION public."may see0" FROM PUBLIC;
SET SESSION AUTHORIZATION "Staff Role";
SELECT FROM members q WHERE EXISTS (SELECT FROM public.members s1 WHERE s1."Quoted Name" = q."Quoted Name" AND (kind <= (public."may see0" (3)) AND s1.id = nullif ('7'::smallint, '42'::smallint)));
