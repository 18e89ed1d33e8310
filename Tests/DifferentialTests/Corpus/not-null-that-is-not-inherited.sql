-- 18 takes NOT NULL NO INHERIT, which the grammar of 15 does not: undecided there, refused before.
create table n (a int not null no inherit);
create table m (a int constraint c not null no inherit, b int);
