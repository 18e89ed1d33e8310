CREATE ROLE alice ;
CREATE SCHEMA app;
GRANT USAGE ON SCHEMA app TO alice;
CREATE TABLE app."select" (id serial PRIMARY KEY);
CREATE TABLE app.child (extra text) INHERITS (app."select");
GRANT ALL ON app.child TO alice;
SET ROLE alice;
TRUNCATE app.child RESTART IDENTITY;
-- simulator: ERROR 42501: must be owner of sequence select_id_seq
-- server:    TRUNCATE TABLE 
