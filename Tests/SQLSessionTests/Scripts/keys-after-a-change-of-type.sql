create table u(id text primary key, a int unique); insert into u values ('1',1),('01',2);
alter table u alter a type int using 1;
alter table u alter id type int using id::int;
select * from u;
