BEGIN;
UPDATE;
MERGE (((((((LIKE)))))));
