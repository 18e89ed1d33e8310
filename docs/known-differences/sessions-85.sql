create table a (id int, n text); create table b (id int, m text);
create view v as select j.* from (a join b using (id)) as j;
alter table b drop column m;
create table lg (m int, q int); create table t (id int);
create rule r as on update to t do also insert into lg(m) values (new.id);
alter table lg drop column m;
create table u (id int, a int);
create function two(p int) returns int language sql begin atomic select a from u where id = p; end;
alter table u alter column a type bigint;
