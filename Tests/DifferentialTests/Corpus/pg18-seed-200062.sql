CREATE TABLE "select" (id integer PRIMARY KEY, "größe" bigint, a integer, ref integer REFERENCES "select");
CREATE TABLE "Notes" (id integer, a boolean);
MERGE INTO public."select" x USING public."Notes" o ON (x.ref = (5) AND o.a > (("größe" <= ('1'::smallint) AND "größe" <= "größe"))) WHEN MATCHED AND x."größe" = ANY (ARRAY [ '0'::bigint, '42'::bigint ]) THEN UPDATE SET id = 58 WHEN NOT MATCHED BY SOURCE THEN DELETE WHEN NOT MATCHED THEN INSERT (id, "größe", a, ref) VALUES (37, DEFAULT, 4, 2);
-- simulator: MERGE 0 
-- server:    ERROR 0A000: FULL JOIN is only supported with merge-joinable or hash-joinable join conditions
