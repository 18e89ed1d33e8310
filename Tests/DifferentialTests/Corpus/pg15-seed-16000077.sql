CREATE ROLE "Staff Role" ;
CREATE TABLE public."select" (id serial PRIMARY KEY);
CREATE TABLE docs (id integer, "user" text, a text);
CREATE VIEW public.mine0 WITH (security_barrier) AS SELECT q.id, "user" FROM public.docs q;
ALTER TABLE docs ENABLE ROW LEVEL SECURITY;
ALTER VIEW mine0 OWNER TO "Staff Role";
DELETE FROM public."select" x WHERE (EXISTS (SELECT FROM public."select" WHERE id = id) AND EXISTS (SELECT FROM public.mine0 s1 WHERE s1.id = x.id AND "user" = ('{"b": {"a": 2}}'::jsonb ->> 'a')));
