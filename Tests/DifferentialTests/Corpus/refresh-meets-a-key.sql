create table f(a int, b int, c text);
insert into f values (1,1,'x'),(2,2,null),(3,null,'y z');
create materialized view mv as select * from f;
create unique index on mv(a);
insert into f values (1,5,'q');
create unique index bad on f(a);
refresh materialized view concurrently mv;
