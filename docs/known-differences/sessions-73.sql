create table ab(a int, b int, unique (b) include (a)); insert into ab values (1,1); insert into ab values (2,1);
create view v as select 1 as id; create table d(a int); alter table d add foreign key (a) references v;
create table f1(id int primary key); alter table d add foreign key (a) references f1 (id, id);
create function tg() returns trigger language plpgsql as $$ begin return new; end $$; create trigger "M" before insert on d for each row execute function tg(); create trigger a before insert on d for each row execute function tg(); alter trigger a on d rename to zz; drop function tg();
