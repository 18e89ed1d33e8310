CREATE ROLE "user";
CREATE TABLE public.docs (id integer PRIMARY KEY, kind text);
CREATE TABLE parts (region text, owner text) PARTITION BY LIST (region);
CREATE VIEW "public view1" WITH (security_barrier) AS SELECT id renamed, kind FROM docs WHERE (id = (id)) IS TRUE;
CREATE RULE r AS ON DELETE TO "public view1" DO DELETE FROM docs WHERE id = OLD.renamed;
CREATE VIEW public.mine2 AS SELECT FROM public.parts;
SET ROLE "user";
DELETE FROM "public view1" USING mine2;
