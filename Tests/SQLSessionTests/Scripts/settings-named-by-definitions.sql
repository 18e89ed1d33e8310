-- Custom settings that definitions name are known.
CREATE ROLE r@_a;
CREATE FUNCTION f() RETURNS text LANGUAGE sql SET a.f1='x' AS $$ select current_setting('a.f1') $$;
SELECT current_setting('a.f1',true) IS NULL, current_setting('a.f1',true)='';
ALTER ROLE r@_a SET a.f2 = 'v';
SELECT current_setting('a.f2'), current_setting('a.f3', true) IS NULL;
SET a.f4 = 'set';
CREATE OR REPLACE FUNCTION f() RETURNS text LANGUAGE sql SET a.f4='x' AS $$ select current_setting('a.f4') $$;
SELECT f(), current_setting('a.f4');
