create role al; create role bo; create function den(int) returns int language plpgsql as 'begin return $1; end'; revoke execute on function den(int) from public; grant execute on function den(int) to al;
create function f() returns int language plpgsql as 'begin return den(1); end';
begin; set local role al; select f(); set local role bo; select f(); rollback;
set role bo; select f();
