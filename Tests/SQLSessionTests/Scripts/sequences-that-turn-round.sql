create sequence u; select nextval('u'), nextval('u');
alter sequence u increment by -1;
select nextval('u');
create table v(id int, b int, a int); insert into v values (1,1,1);
create unique index vp on v(b) where a > 1;
create unique index vn on v(b) nulls not distinct;
