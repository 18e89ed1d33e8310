create table ptn(id int, k text, primary key (id,k)) partition by list (k); create table ptn_a partition of ptn for values in ('a'); create table ptn_b partition of ptn for values in ('b');
create table ch(id int primary key, pid int, pk text, foreign key (pid,pk) references ptn);
insert into ptn values (1,'a'),(2,'b'); insert into ch values (1,1,'a');
update ptn set k='b' where id=1;
create table ch2(id int primary key, pid int, pk text, foreign key (pid,pk) references ptn on delete set null on update set null); insert into ch2 values (1,2,'b'); update ptn set k='a' where id=2; select * from ch2; update ptn set id=3 where id=2; 
insert into ch2 values (2,3,'a'); update ptn set id=4,k='b' where id=3; select * from ch2 order by 1; update ptn_a set k='b' where id=1;
