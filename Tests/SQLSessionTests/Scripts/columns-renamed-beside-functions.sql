-- What a function in FROM gives is known, so that other names are those of relations.
create table ht(id int); insert into ht values (1),(2);
create view v as select (select count(*) from generate_series(1, id) g where g <= id) as n from ht;
alter table ht rename column id to id2; select * from v;
