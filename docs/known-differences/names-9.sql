create table doc(id int, owner int); create table mem(uid int); insert into doc values (1,10),(2,20); insert into mem values (10);
create role al; grant select on doc, mem to al; alter table doc enable row level security;
create policy p on doc using (exists (select 1 from mem doc where uid = owner));
set role al; select id from doc; reset role;
alter table mem add column owner int default 10;
set role al; select id from doc;
