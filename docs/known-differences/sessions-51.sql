create table ptn(id int, k text, primary key (id,k)) partition by list (k); create table ptn_b partition of ptn for values in ('b');
create table ch(id int primary key, pid int, pk text, foreign key (pid,pk) references ptn); insert into ptn values (2,'b'); insert into ch values (2,2,'b');
alter table ptn detach partition ptn_b;
