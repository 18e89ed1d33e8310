-- like diff-07 for a policy: server: rows; simulator: undecided "policy does not bind", ALTER TABLE RENAME fails with 42703
create type ad as (street text, zip text);
create table p (id int, a ad); insert into p values (1, ('s', 'z'));
create policy p1 on p using ((a).zip = 'z');
create role r; grant all on p to r; alter table p enable row level security;
alter type ad rename attribute zip to postal;
set role r; select * from p; reset role;
alter table p rename to people;
select * from people;
alter type ad drop attribute postal;
