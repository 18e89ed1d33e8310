create table par(id int, v int default 1, w int, constraint k check (id > 0)); create table chi(x int) inherits (par);
alter table only par alter v set default 3; insert into chi(id) values (1) returning v;
alter table only par alter id set not null; insert into chi values (null);
alter table only par drop column w; select * from chi order by id;
alter table only par drop constraint k; insert into chi values (-1);
alter table only par rename v to vv; alter table only par alter id type bigint;
create table q(a int); create table p(a int) partition by list (a); alter table p inherit q;
create table h(a int) partition by hash (a); create table h0 partition of h for values with (modulus 2, remainder 0); create table h1 partition of h for values with (modulus 3, remainder 1);
