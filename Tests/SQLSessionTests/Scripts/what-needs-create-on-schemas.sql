CREATE ROLE serial@; GRANT CREATE ON SCHEMA public TO serial@; SET ROLE serial@; CREATE TABLE t (id int); RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM serial@; SET ROLE serial@;
ALTER TABLE t ADD z serial;
SELECT * FROM t;
reset role;
CREATE ROLE statistician@; CREATE SCHEMA "s_stat@"; GRANT CREATE, USAGE ON SCHEMA "s_stat@" TO statistician@; SET ROLE statistician@; CREATE TABLE "s_stat@".t (id int, b int); RESET ROLE;
REVOKE CREATE ON SCHEMA "s_stat@" FROM statistician@; SET ROLE statistician@;
CREATE STATISTICS "s_stat@".st ON id, b FROM "s_stat@".t;
