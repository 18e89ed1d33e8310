-- Constraints over indexes that are there, USING of a new type, and whole rows in expressions.
create table p(a int, b text); create function tf() returns trigger language plpgsql as 'begin return new; end';
create index ix on p(a); create trigger c27 before insert on ix for each row execute function tf();
create sequence sq; create trigger c26 before insert on sq for each row execute function tf();
create unique index e1 on p(lower(b)); create unique index e2 on p(a) where a > 1; create unique index e3 on p(a desc); create table q(a int); create unique index e4 on q(a);
alter table p add unique using index ix; alter table p add unique using index e1; alter table p add unique using index e2; alter table p add unique using index e3; alter table p add unique using index e4; alter table p add unique using index nope;
alter table p add constraint k unique (a); alter table p add unique using index k;
alter table p alter a type bigint using (select 1); alter table p alter a type int using max(a); alter table p alter a type int using nope; alter table p alter a type int using (a + (select 1)); alter table p alter a type int using b;
alter table p alter a type int using p; alter table p alter a type bigint using row_number() over (); alter table p alter a type int using generate_series(1, 2);
create table part(a int primary key, b int, c int generated always as (a + 1) stored) partition by range (a); 
create table part2 partition of part (b generated always as identity) for values from (10) to (20);
create table part2 partition of part (b generated always as (a) stored) for values from (10) to (20);
create table part2 partition of part (nope default 1) for values from (10) to (20);
create table part2 partition of part (b default 1, b not null) for values from (10) to (20);
create table part2 partition of part (c generated always as (a + 2) stored) for values from (10) to (20);
create view v as select p from p; alter table p drop column b;
create view v2 as select p.* from p; alter table p drop column a;
create trigger g before update on q for each row when (new.* is distinct from old.*) execute function tf(); alter table q alter a type bigint; alter table q drop column a;
create table z(a int, b int, check (z is not null)); alter table z alter a type bigint; alter table z drop column a; insert into z values (1);
