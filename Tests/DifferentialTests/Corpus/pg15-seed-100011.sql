CREATE TABLE parts (id integer, region text, owner text) PARTITION BY LIST (region);
COPY public.parts (id, region, owner) TO STDOUT;
-- simulator: COPY 0 
-- server:    ERROR 42809: cannot copy from partitioned table "parts" HINT: Try the COPY (SELECT ...) TO variant.
