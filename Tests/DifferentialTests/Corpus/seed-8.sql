REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO PUBLIC;
CREATE TABLE public.zeta (
  id bigint,
  "user" bigint,
  owner_id integer GENERATED ALWAYS AS (id::integer + 1) STORED
);
ALTER TABLE public.zeta OWNER TO postgres;
ALTER TABLE public.zeta ENABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON TABLE public.zeta FROM PUBLIC;
INSERT INTO public.zeta (id, "user") OVERRIDING SYSTEM VALUE VALUES ('7', '1');
SET ROLE postgres;
DELETE FROM zeta RETURNING CASE WHEN zeta."user" = CASE WHEN zeta.owner_id = zeta.owner_id THEN 1.50 ELSE -3.25 END THEN 2 ELSE zeta.owner_id END + zeta.owner_id AS r;
RESET ROLE;
