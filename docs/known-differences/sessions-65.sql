create table p(id int, k text, v int) partition by list (k);
create table a(v int, k text, id int); insert into a values (1,'a',1),(1,'a',2);
alter table p attach partition a for values in ('a');
alter table p add primary key (id, k);
insert into p values (1,'a',5);
insert into p values (3,'a',1);
create unique index on p(k, v); alter table p add constraint ck check (v < 100); insert into p values (4,'a',200); insert into a values (300,'a',5);
create table q(id int, g int generated always as (id*2) stored) partition by list (id); create table q1(id int, g int); alter table q attach partition q1 for values in (1); create table q2(id int, g int generated always as (id*3) stored); alter table q attach partition q2 for values in (2);
create table f(x int references p2); create table ref(id int primary key); alter table p add foreign key (v) references ref; insert into p values (9,'a',9); create function tr() returns trigger language plpgsql as $$ begin raise notice '%', new.id; new.v := 7; return new; end $$; create trigger tr before insert on p for each row execute function tr(); insert into ref values (7); insert into p values (10,'a',1) returning *; create index on p(v); alter table p alter v set not null; insert into a(id,k) values (11,'a'); alter table p enable row level security; create policy pp on p using (id > 2); create role y_u; grant select on p to y_u; set role y_u; select id from p order by 1; reset role; create view vp as select id, v from p; select * from vp order by 1;
