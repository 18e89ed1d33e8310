create type e as enum ('lo','hi');
create table et(id int, e e default 'lo', es e[]);
insert into et(id) values (1); insert into et values (2,'hi','{lo,hi}');
alter type e add value 'mid' before 'hi';
insert into et values (3,'mid',array['mid']::e[]);
select * from et order by e;
select id from et where e > 'lo' order by id;
select max(e) from et; select id from et where e >= 'mid' order by id;
