-- Who has grant options as the owner has, or as a superuser, has them from nobody.
create role bob@; create role staff@ superuser; grant staff@ to bob@; create role own@; create role m@; grant own@ to m@;
create table t (id int, k int); create table u (id int); alter table u owner to own@;
grant select on t to staff@ with grant option;
set session authorization bob@;
grant select (id) on t to bob@ with grant option;
grant select on t to bob@ with grant option;
reset session authorization;
grant select on u to m@ with grant option;
set role m@; grant select on u to own@ with grant option; grant select (id) on u to m@ with grant option; reset role;
create role c@; create role d@; grant c@ to d@; grant select on t to c@ with grant option; set role d@; grant select on t to d@ with grant option; grant select (id) on t to d@ with grant option; grant select on t to c@ with grant option;
