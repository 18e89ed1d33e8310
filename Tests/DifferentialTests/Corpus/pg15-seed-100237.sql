CREATE TABLE "naïve" (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, b text, "user" integer GENERATED ALWAYS AS (1) STORED);
CREATE TABLE public.zeta (id integer PRIMARY KEY, owner varchar, kind jsonb CHECK (NULL OR id < 40), ref integer REFERENCES public."naïve");
CREATE VIEW "public view1" (security_barrier) AS SELECT ref FROM zeta;
CREATE RULE r AS ON DELETE TO "public view1" DO DELETE FROM zeta WHERE id = owner;
-- simulator: CREATE RULE 
-- server:    ERROR 42883: operator does not exist: integer = character varying HINT: No operator matches the given name and argument types. You might need to add explicit type casts.
