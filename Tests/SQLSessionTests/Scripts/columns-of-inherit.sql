-- Columns of a table that came below another later are inherited too.
create table inh(id int, n text, x int);
create table ch(id int, n text, x int);
alter table ch inherit inh;
alter table ch rename n to q;
alter table ch drop column x;
alter table ch alter id type bigint;
select * from ch;
