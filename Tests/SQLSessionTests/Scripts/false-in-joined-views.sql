-- FALSE in a view that is joined is the whole join's.
create table wide (id int, owner text, a text);
create view nothing as select owner as renamed, a from wide where id = null;
create view plain as select from wide;
create materialized view stored as select * from nothing with no data;
select from stored q join plain on true where exists (select from nothing where a = q.a and renamed between a and a);
select from stored q where exists (select from nothing where a = q.a and renamed between a and a);
select from stored q, nothing where nothing.renamed between q.a and q.a and nothing.a = 'x';
select from nothing where renamed between a and a;
drop materialized view stored;
drop view nothing, plain;
drop table wide;
