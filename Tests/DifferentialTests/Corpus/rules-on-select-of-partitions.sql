-- Before 16 a rule ON SELECT makes a view of a table, but not of one among partitions.
create table fooview (x int, y text) partition by list (x);
create rule "_RETURN" as on select to fooview do instead select 1 as x, 'aaa'::text as y;
create table fooview_part partition of fooview for values in (1);
create rule "_RETURN" as on select to fooview_part do instead select 1 as x, 'aaa'::text as y;
drop table fooview;
