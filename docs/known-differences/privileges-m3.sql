create role au; grant create on schema public to au; set role au;
create function f() returns int language sql set my.x = '1' as 'select 1';
create function g() returns int language sql as 'select 1'; alter function g() set session_replication_role = replica; alter function g() set nope = 1;
