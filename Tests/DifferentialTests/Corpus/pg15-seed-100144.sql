CREATE ROLE "Staff Role" ;
GRANT pg_write_all_data TO "Staff Role";
REVOKE USAGE ON SCHEMA public FROM PUBLIC;
SET SESSION AUTHORIZATION "Staff Role";
REVOKE USAGE ON SCHEMA public FROM PUBLIC;
-- simulator: ERROR 42501: permission denied for schema public
-- server:    REVOKE 
