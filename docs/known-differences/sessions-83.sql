create table a(c int); insert into a values (null);
alter table a add primary key (c);
select * from a;
create table b(c int, d int); insert into b values (null,1),(null,2); alter table b add primary key (c); alter table b add primary key (c, d); create unique index bi on b(c); alter table b add constraint bpk primary key using index bi;
alter table b add column e int primary key; alter table b add column e serial primary key; 
create table x(c int); insert into x values (null); alter table x alter c add generated always as identity; alter table x alter c set not null; alter table x alter c type int using null; alter table x add check (c is not null); alter table x add constraint nn check (c > 0); alter table x add unique (c); create domain dn as int not null; alter table x alter c type dn; create domain dp as int check (value > 5); update x set c = 3; alter table x alter c type dp; alter table x alter c type dp using c + 10; select * from x;
