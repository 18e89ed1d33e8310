CREATE TABLE "select" (note uuid);
CREATE TABLE items (id integer, kind uuid, a jsonb);
CREATE MATERIALIZED VIEW stored AS SELECT * FROM "select" WITH NO DATA;
SELECT FROM stored, items FOR UPDATE;
-- simulator: ERROR 55000: materialized view "stored" has not been populated HINT: Use the REFRESH MATERIALIZED VIEW command.
-- server:    ERROR 42809: cannot lock rows in materialized view "stored"
