-- composite types and row types: `<` 42704 type "tab" does not exist / 42809 "cp" is a composite type / must be owner of type cp
--  `>` ALTER TYPE of a table's or view's row type RENAME ATTRIBUTE, ALTER TABLE cp RENAME COLUMN are done; ALTER TYPE's refusal says "must be owner of table cp"
create role o; create table tab(id int, x int); create type cp as (a int, b text);
alter type tab rename attribute id to id2; select * from tab; alter table cp rename column a to aa; create view v as select 1 q; alter type v rename attribute q to qq; select qq from v;
set role o; alter type cp rename attribute b to bb; alter type cp add attribute z int; alter type v rename attribute qq to q;
