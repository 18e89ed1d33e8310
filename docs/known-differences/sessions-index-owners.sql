-- ALTER INDEX … OWNER TO another role: server: succeeds with WARNING cannot change owner of index "ix" + HINT Change the ownership of the index's table instead.; simulated: 42501 (owner) / ALTER INDEX without a warning (superuser). 15-18
CREATE ROLE a; CREATE ROLE b; GRANT CREATE ON SCHEMA public TO a; SET ROLE a;
CREATE TABLE t (id int); CREATE INDEX ix ON t (id);
ALTER INDEX ix OWNER TO b;
RESET ROLE;
ALTER INDEX ix OWNER TO b;
