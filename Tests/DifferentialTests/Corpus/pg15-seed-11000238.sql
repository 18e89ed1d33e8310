CREATE TABLE "Notes" (id bigint PRIMARY KEY, "user" boolean, ref bigint REFERENCES "Notes" (id) INITIALLY DEFERRED);
BEGIN;
INSERT INTO "Notes" VALUES (('1')::bigint) ON CONFLICT ON CONSTRAINT "Notes_pkey" DO UPDATE SET id = 52;
TRUNCATE public."Notes" RESTART IDENTITY;
