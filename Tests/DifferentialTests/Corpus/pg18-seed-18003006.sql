CREATE ROLE alice ;
CREATE TABLE public.members (id integer);
CREATE VIEW v0 WITH (security_barrier) AS SELECT DISTINCT id FROM members;
CREATE MATERIALIZED VIEW public.stored AS SELECT * FROM public.v0;
ALTER VIEW v0 OWNER TO alice;
SELECT FROM stored q LEFT JOIN v0 r ON q.id = r.id;
