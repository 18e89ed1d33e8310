-- Tables with children may be found to be without rows: undecided where that shows.

create table n (id int primary key, ref int, t text);
create table docs (id int);
create table child (extra text) inherits (n);
create materialized view stored as select from docs with no data;
select from n q join stored on (q.ref is null and q.ref <> (select '2'::bigint));
select from n q join stored on (q.ref is null and q.ref <> 2);
select from n q join stored on (q.ref is null and q.ref <> (select 2));
select from n q join stored on (q.ref is null and q.ref = (select '2'::bigint));
select from n q join stored on (q.ref is null and q.ref > (select count(*) from docs));
select from n q join stored on (q.ref is null and q.ref = (select id from docs));
select from n q join stored on (q.ref is null and q.ref in (select id from docs));
select from n q join stored on (q.ref is null and q.ref = any (select id from docs where false));
select from n q join stored on (q.ref is null and not q.ref = (select 1));
select from n q join stored on (q.ref is null and q.ref = (select q.id));
select from n q join stored on (q.ref is null and q.t <> (select 'x'::text));
select from n q join stored on (q.ref is null and (q.ref <> (select 1) or q.ref > 2));
select from n q join stored on (q.ref is null and (q.ref <> (select 1) or q.id > 2));
select from n q join stored on (q.ref is null and q.ref + (select 1) > 2);
select from n q join stored on (q.t is null and q.t like (select 'x'::text));
select from n q join stored on (q.t is null and q.t || (select 'x') = 'a');
select from n q join stored on (q.t is null and lower(q.t) = (select 'x'::text));
select from docs q join stored on (q.id is null and q.id <> (select 2));
select from docs q join stored on (q.id is null and q.id <> 2);
