create role ana;
create table note (id int, author text);
grant insert, select on note to ana;
alter table note enable row level security;
create policy "write" on note for insert with check (author = current_user);
set role ana;
insert into note values (1, 'ana');
insert into note values (2, 'ana') returning id;
select * from note;
