-- ONLY counts in what rules are about, in their actions, and in BEGIN ATOMIC.
create table p(id int, v text); create table c() inherits (p); create table l(id int, m text); create table t(id int);
insert into p values (1,'p'); insert into c values (2,'c'); 
create rule r as on delete to p do also insert into l values (old.id, 'del');
delete from only p; select * from l order by 1; select tableoid::regclass, * from p;
delete from p; select * from l order by 1; drop rule r on p;
insert into p values (1,'p'); insert into c values (2,'c');
create rule r as on update to p do instead insert into l values (new.id, new.v);
update only p set v = 'u'; select * from l order by 1, 2; update p set v = 'w'; select * from l order by 1, 2; drop rule r on p;
create rule r as on insert to t do instead update only p set v = 'ru' where p.id = new.id;
insert into t values (2); insert into t values (1); select * from p; drop rule r on t;
create rule r as on insert to t do instead delete from only p where p.id = new.id;
insert into t values (2); insert into t values (1); select * from p;
create function f() returns void begin atomic update only p set v = 'f'; delete from only p where id = 1; end;
insert into p values (1,'x'), (3, 'y'); select f(); select * from p order by 1;
