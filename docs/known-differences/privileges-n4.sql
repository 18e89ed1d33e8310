-- reassign own as a role: function/type owner, without create on schema
create role l_a; create role l_b; create role l_c; create schema s; grant l_a to l_b; grant create on schema s to l_a;
set role l_a; create function s.f() returns int language sql as 'select 1'; reset role; 
set role l_b; reassign owned by l_a to l_b; reset role;
select pg_get_userbyid(proowner) from pg_proc where proname='f';
grant create on schema s to l_b;
set role l_b; reassign owned by l_a to l_b; reset role;
select pg_get_userbyid(proowner) from pg_proc where proname='f';
create schema s2; grant create,usage on schema s2 to l_c;
set role l_c; create type s2.ty as enum('a'); create domain s2.d as int; create table s2.t(a int); create sequence s2.q; reset role;
grant l_c to l_b;
set role l_b; alter type s2.ty owner to l_b; alter domain s2.d owner to l_b; alter table s2.t owner to l_b; reassign owned by l_c to l_b; reset role;
select typname, pg_get_userbyid(typowner) from pg_type where typnamespace='s2'::regnamespace order by 1;
grant usage on schema s2 to l_b;
set role l_b; alter type s2.ty owner to l_b; alter domain s2.d owner to l_b; alter table s2.t owner to l_b; reassign owned by l_c to l_b; reset role;
select relname, pg_get_userbyid(relowner) from pg_class where relnamespace='s2'::regnamespace order by 1;
