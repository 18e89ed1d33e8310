-- DROP NOT NULL of a column in the index that is the replica identity: `<` ALTER TABLE `>` 42P16 column "d" is in index used as replica identity
create table r(id int primary key, d int not null); create unique index rd on r(d);
alter table r replica identity using index rd; alter table r alter d drop not null;
