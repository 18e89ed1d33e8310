-- server: 23503 … violates "c_a_fkey" on table "c"; simulator: "b_a_fkey" on table "b" (a foreign key dropped and added again is checked after the others)
create table a (id int primary key);
create table b (a int references a);
create table c (a int references a);
insert into a values (2); insert into b values (2); insert into c values (2);
alter table b drop constraint b_a_fkey;
alter table b add foreign key (a) references a;
update a set id = 3;
delete from a;
