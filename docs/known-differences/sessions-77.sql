create table g(a int, b int generated always as (a*2) stored);
create function gt() returns trigger language plpgsql as $$ begin raise notice 'b=%', new.b; new.a := new.a + 1; return new; end $$;
create trigger bg before insert or update on g for each row execute function gt();
insert into g(a) values (1); update g set a = 5; 
create table gp(i int, j int generated always as (i + 1) stored) partition by range (j);
create table gpk(i int primary key); create table gfk2(x int, y int generated always as (x * 1) stored references gpk on delete set null);
create table gfk3(x int, y int generated always as (x) stored references gpk on update cascade);
