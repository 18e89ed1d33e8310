CREATE ROLE alice;
CREATE SCHEMA app;
CREATE FUNCTION app.f() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$;
CREATE TABLE app.t (id integer);
GRANT ALL ON app.t TO alice;
SET ROLE alice;
SELECT app.f();
SELECT row_security_active('app.t');
COPY app.t (id) FROM STDIN;
1
\.
COPY app.t TO STDOUT;
DROP TABLE public.nothing;
RESET ROLE;
