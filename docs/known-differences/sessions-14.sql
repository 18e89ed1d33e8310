create temp view tv as select 1 as x; select viewname, schemaname ~ '^pg_temp' from pg_views where viewname='tv';
create view bad as select 1; create view bad as select nope(1);
create table bad as select nope(1);
