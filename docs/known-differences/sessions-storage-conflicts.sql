create table a (x text); alter table a alter x set storage main;
create table b (x text); alter table b alter x set storage external;
create table c () inherits (a, b);
