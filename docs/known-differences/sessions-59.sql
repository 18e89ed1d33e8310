create table src(a int); create table dst(a int);
create rule rr as on insert to src do instead insert into dst values (new.a);
alter table dst rename to dst2;
insert into src values (3); select * from dst2;
alter table src rename column a to b; insert into src values (4);
drop table dst2;
