-- ALTER TYPE SET SCHEMA by another: server: permission denied for schema s; simulated: must be owner of type en. 15-18
CREATE ROLE b; CREATE SCHEMA s; CREATE TYPE en AS ENUM ('a'); CREATE DOMAIN d AS int; SET ROLE b;
ALTER TYPE en SET SCHEMA s;
ALTER DOMAIN d SET SCHEMA s;
