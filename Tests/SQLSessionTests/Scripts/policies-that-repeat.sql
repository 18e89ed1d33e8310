-- What several policies say of existing rows is asked once; of new rows by each restrictive one.
create table c (id int, n int);
insert into c values (1,1),(2,2);
create function f(int) returns boolean language plpgsql as $$ begin raise notice 'f %', $1; return true; end $$;
alter table c enable row level security;
create policy p on c using (f(n));
create policy q on c as restrictive using (f(n));
create role app@; grant all on c to app@; set role app@;
select * from c;
insert into c values (3,3);
insert into c values (4,4) returning id;
update c set n = 7 where id = 1;
insert into c values (1,1) on conflict do nothing;
reset role;
create policy r on c as restrictive using (f(n)) with check (f(id));
set role app@;
select * from c where id = 2;
insert into c values (9,8);
