-- Foreign keys are looked up by columns that the owner of the table may read.
create role ally@; create role bob@;
create table zeta (id integer primary key, ref integer references zeta (id));
alter table zeta owner to bob@;
grant select (ref), insert (ref), update (ref), references (ref) on zeta to ally@;
revoke select, truncate on zeta from bob@;
insert into zeta values (17, 4);
grant ally@ to bob@;
insert into zeta values (17, 4);
insert into zeta values (17, 17);
insert into zeta values (17, null);
revoke ally@ from bob@;
grant select (id) on zeta to bob@;
insert into zeta values (18, 4);
revoke update on zeta from bob@;
insert into zeta values (18, 4);
grant ally@ to bob@;
insert into zeta values (18, 4);
reset role;
