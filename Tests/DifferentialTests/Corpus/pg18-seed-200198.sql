CREATE TABLE zeta (id bigint PRIMARY KEY, a text, ref bigint REFERENCES zeta (id));
INSERT INTO zeta (id, a, ref) OVERRIDING SYSTEM VALUE VALUES (3, 'A', 3);
CREATE FUNCTION public.f1() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN DELETE FROM public.zeta WHERE id = 3; RETURN false; END $$;
CREATE VIEW mine0 AS SELECT id FROM zeta UNION SELECT id FROM zeta WHERE f1 ();
CREATE MATERIALIZED VIEW public.stored AS SELECT FROM public.mine0;
SELECT FROM public.zeta;
-- simulator: SELECT 1 () 
-- server:    SELECT 0 () 
