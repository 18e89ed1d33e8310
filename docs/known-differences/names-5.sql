create table d(id int); insert into d values (1); create materialized view mv as select 1 as g; create role al; grant select on d, mv to al; alter table d enable row level security;
create policy p on d using (exists (select 1 from mv where tableoid = d.tableoid));
set role al; select id from d; reset role;
create view v as select tableoid::regclass, g from mv;
