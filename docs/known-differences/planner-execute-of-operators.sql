create role al; revoke execute on function int4eq(int,int) from public; set role al; select 1=1;
