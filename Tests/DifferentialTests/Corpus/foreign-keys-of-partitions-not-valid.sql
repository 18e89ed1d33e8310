-- Before 18 a foreign key of a partitioned table is valid from the start.
create table whole(a int, b int) partition by list (a);
create table part partition of whole for values in (1);
create table target(a int primary key);
alter table whole add foreign key (a) references target not valid;
insert into whole values (1, 1);
drop table whole;
create table part(a int references target not valid);
insert into part values (1);
