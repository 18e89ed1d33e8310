CREATE ROLE bob ;
CREATE TABLE items (id integer GENERATED ALWAYS AS IDENTITY, kind numeric CHECK (kind < 50), "größe" integer CHECK ("größe" < 50));
CREATE TABLE public.child (extra text) INHERITS (public.items);
CREATE VIEW public.mine2 AS SELECT * FROM public.items q WHERE coalesce ((q."größe" = 1), true);
CREATE RULE r AS ON DELETE TO mine2 DO DELETE FROM items;
SET ROLE bob;
MERGE INTO public.mine2 x USING public.child o ON x.id = o.id WHEN MATCHED THEN UPDATE SET kind = NULL;
-- simulator: ERROR 42501: permission denied for view mine2
-- server:    ERROR 0A000: cannot execute MERGE on relation "mine2" DETAIL: MERGE is not supported for relations with rules.
