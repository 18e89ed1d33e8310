-- Columns of pg_auth_members by version, and what later versions read as syntax.
CREATE ROLE ann@;
CREATE ROLE bob@ NOINHERIT;
CREATE ROLE cid@;
GRANT ann@ TO bob@;
GRANT ann@ TO cid@ WITH ADMIN OPTION;
SELECT count(*) FROM pg_auth_members WHERE NOT admin_option AND member IN ('pg_monitor'::regrole, 'bob@'::regrole);
SELECT admin_option, inherit_option, set_option FROM pg_auth_members WHERE member = 'bob@'::regrole;
SELECT admin_option, inherit_option, set_option FROM pg_auth_members WHERE member = 'cid@'::regrole;
