CREATE ROLE x_a; ALTER ROLE x_a SET app.u='fromrole'; SELECT current_setting('app.u',true) IS NULL, current_setting('app.u',true)='';
ALTER ROLE x_a SET nosuchparam='c';
