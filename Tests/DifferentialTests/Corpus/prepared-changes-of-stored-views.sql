create role al; create table d(id int primary key, x int); create materialized view st as select * from d;
set role al;
prepare q1 as update st set x = $1;
execute q1(1);
prepare q2 as delete from st where id = $1;
execute q2(1);
execute q2(1); execute q2(1); execute q2(1); execute q2(1); execute q2(1); execute q2(1);
