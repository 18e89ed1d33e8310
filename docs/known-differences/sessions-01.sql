create table r(id int, name text);
create unique index u on r (lower(name)) where id < 9;
insert into r values (1,'general');
insert into r values (2,'General');
create unique index u2 on r ((id+1), name);
insert into r values (1,'general2'),(1,'general2');
