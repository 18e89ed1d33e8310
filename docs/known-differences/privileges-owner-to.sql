create role o; create role a; create schema s; grant all on schema s to o, a;
set role o; create type s.e as enum ('x'); create function s.f(int) returns int language sql as 'select 1'; create table s.np(id int);
set role a; alter aggregate s.f(int) owner to a; alter language plpgsql owner to a; create table s.x partition of s.np for values in (1);
reset role; alter domain s.e owner to a; alter collation s.nope owner to a; alter publication nope owner to a;
comment on column s.np.nope is 'x'; drop schema pg_catalog;
set role a; comment on language plpgsql is 'x';
