-- Columns of a domain take its default.
create domain em as text check (value like '%@%') default 'x@y';
create domain em2 as int default 7 check (value > 1);
create table dm(a int, e em, f em2 default 9, g em2);
insert into dm(a) values (1) returning *;
insert into dm(a,g) values (1,default) returning *;
alter table dm add column h em2;
select * from dm;
alter domain em2 set default 8;
insert into dm(a) values (1) returning *;
alter domain em2 drop default;
insert into dm(a) values (1) returning *;
