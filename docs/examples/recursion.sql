create table team (id int primary key, name text);
create table member (team int references team, who text, is_admin boolean);
alter table team enable row level security;
alter table member enable row level security;
insert into team values (1, 'red');
insert into member values (1, 'ana', true), (1, 'ben', false);
create policy teams on team for select
  using (exists (select 1 from member m where m.team = team.id and m.who = current_user));
create policy members on member for select
  using (exists (select 1 from team t where t.id = member.team));
create role ana;
grant select on team, member to ana;
set role ana;
select * from team;
