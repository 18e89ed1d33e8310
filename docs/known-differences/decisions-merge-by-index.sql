create table t (id int primary key, a varchar(12) unique);
create table n (id int primary key, owner text);
insert into t values (1, 'alice'), (3, '');
insert into n values (7, 'alice'), (9, 'b');
merge into t using n on a < owner when matched then update set id = 21;
