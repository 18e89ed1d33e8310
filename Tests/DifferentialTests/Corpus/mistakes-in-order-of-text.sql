CREATE TABLE members (id integer);
CREATE TABLE zeta (id text, a numeric CHECK (a <= 50));
CREATE VIEW "V0" AS SELECT FROM members JOIN zeta ON CASE WHEN r (ARRAY [ '{alice}' ]) THEN ('') ELSE id >= (bigint) END;
