create table doc(id int, owner int); create table mem(id int, owner int); insert into doc values (1,10),(2,20); insert into mem values (7,10);
create role al; grant select on doc, mem to al; alter table doc enable row level security;
create policy p on doc using (exists (select 1 from mem m where m.owner = doc.owner));
alter table doc rename to m; set role al; select id from m;
