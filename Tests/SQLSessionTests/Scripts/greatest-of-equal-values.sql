-- The later of equal values is the greatest, and the least.
create table m(g text, v numeric); insert into m values ('o',10),('o',10.0);
select max(v), min(v) from m;
select g, max(v) from m group by g;
select g, min(v) from m group by g;
select max(v) over (order by v rows unbounded preceding) from m;
select max(x), min(x) from (values ('1 day'::interval),('24 hours')) s(x);
select max(x), min(x) from (values ('0'::float8),('-0')) s(x);
select max(x), min(x) from (values ('-0'::float8),('0')) s(x);
select '<' || max(x)::text || '>', length(min(x)) from (values ('a'::char(3)),('a'::char(3))) s(x);
select max(x), min(x) from (values (array[1.0]),(array[1.00])) s(x);
