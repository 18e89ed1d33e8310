create table p(id int primary key); create table c(pid int references p on delete cascade);
insert into p values (1),(2); insert into c values (2);
create rule r as on delete to c do instead nothing;
delete from p where id = 1;
select * from p;
