CREATE TABLE docs (id bigserial, "größe" integer GENERATED ALWAYS AS (1), UNIQUE ("größe"));
-- simulator: CREATE TABLE 
-- server:    ERROR 0A000: unique constraints on virtual generated columns are not supported
