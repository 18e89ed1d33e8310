CREATE ROLE "Staff Role";
CREATE TABLE public.docs (a text DEFAULT 'Staff Role', owner date);
CREATE VIEW v0 (security_invoker) AS SELECT owner FROM docs;
SET SESSION AUTHORIZATION "Staff Role";
CREATE TABLE public.made5 AS SELECT * FROM public.v0;
-- simulator: ERROR 42501: permission denied for schema public
-- server:    ERROR 42501: permission denied for view v0
