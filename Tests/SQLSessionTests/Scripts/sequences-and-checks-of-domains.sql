create domain pos as int check (value > 0);
create table t(id serial, n pos);
insert into t(n) values (-5);
insert into t(n) values (5) returning id;
