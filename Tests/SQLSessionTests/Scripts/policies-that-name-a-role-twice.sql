-- A policy may name a role twice: it goes with the role all the same.
CREATE ROLE a@; CREATE ROLE b@;
CREATE TABLE t (c1 int);
CREATE POLICY p1 ON t TO a@, a@ USING (true);
SELECT roles FROM pg_policies;
DROP OWNED BY a@;
DROP POLICY p1 ON t;
CREATE POLICY p1 ON t TO a@, a@, b@ USING (true);
DROP OWNED BY a@;
SELECT roles FROM pg_policies;
DROP POLICY p1 ON t;
CREATE POLICY p1 ON t TO a@, a@ USING (true);
DROP ROLE a@;
ALTER POLICY p1 ON t TO b@, b@;
DROP ROLE a@;
DROP ROLE b@;
DROP OWNED BY b@;
DROP ROLE b@;
