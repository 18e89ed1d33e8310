CREATE ROLE "Staff Role" ;
CREATE TABLE items (id integer, kind integer);
CREATE MATERIALIZED VIEW public.stored AS SELECT * FROM public.items;
SET ROLE "Staff Role";
INSERT INTO public.stored VALUES (59, '0'::bigint) ON CONFLICT DO NOTHING;
-- simulator: ERROR 0A000: INSERT with ON CONFLICT clause cannot be used with table that has INSERT or UPDATE rules
-- server:    ERROR 42501: permission denied for materialized view stored
