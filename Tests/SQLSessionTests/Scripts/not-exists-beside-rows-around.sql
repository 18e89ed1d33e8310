-- What NOT EXISTS asks of the row around it is asked as rows are joined, after the policies of its own rows.
create role a@;
create table docs(id int, owner int);
create table q1(id int); create table q2(id int); create table secret(x int);
insert into docs values (1,1),(64,1); insert into q1 values(1),(2); insert into q2 values(5);
create function f(text, int) returns boolean language plpgsql as $$ begin raise notice 'f % %', $1, $2; return true; end $$;
create function g(int) returns boolean language plpgsql as $$ begin raise notice 'g %', $1; return true; end $$;
alter table docs enable row level security;
create policy p on docs using (id <> owner);
create policy r on docs as restrictive using (id >= 42 and f('A', owner));
grant all on docs, q1, q2 to a@;
set role a@;
select from q1 q where not exists (select from docs where owner = q.id);
select from q1 q where not exists (select from docs where owner = q.id and q is null);
select from q1 q where not exists (select from docs where owner = q.id and q.id > 1);
select from q1 q where not exists (select from docs where owner = q.id and q.id > 10);
select from q1 q where exists (select from docs where owner = q.id and q.id > 10);
