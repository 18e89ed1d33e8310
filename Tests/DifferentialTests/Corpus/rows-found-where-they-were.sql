CREATE TABLE docs (id integer GENERATED ALWAYS AS IDENTITY (START 60) PRIMARY KEY, "größe" text);
INSERT INTO docs (id, "größe") OVERRIDING SYSTEM VALUE VALUES (4, 'a');
INSERT INTO docs (id, "größe") OVERRIDING SYSTEM VALUE VALUES (7, NULL);
CREATE VIEW public.mine1 AS SELECT q."größe" renamed FROM public.docs q WHERE (q."größe" IS NOT NULL);
PREPARE q1 AS UPDATE public.mine1 SET renamed = $1;
EXECUTE q1('user');
INSERT INTO public.docs ("größe") SELECT (o."größe") FROM public.docs o WHERE o.id IN (7, 4);
SELECT * FROM public.docs;
