CREATE ROLE alice;
CREATE FUNCTION is_mine2 (p0 text) RETURNS boolean LANGUAGE sql AS $$ SELECT (is_mine2.p0 = current_setting('app.user', true))::boolean $$;
REVOKE USAGE ON SCHEMA public FROM PUBLIC;
SET ROLE alice;
GRANT EXECUTE ON FUNCTION public.is_mine2 TO PUBLIC;
-- simulator: GRANT 
-- server:    ERROR 42501: permission denied for schema public
