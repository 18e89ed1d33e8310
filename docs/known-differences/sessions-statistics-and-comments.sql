create table t (a int, b int);
create index i on t ((a + 1));
alter index i alter column 1 set statistics 100;
alter index i alter column 2 set statistics 100;
create domain d as int constraint c check (value > 0);
comment on constraint c on domain integer is 'x';
