create schema s1; create function s1.f() returns int language sql immutable as 'select 1';
set search_path = s1;
create table public.x(a int default f(), c int check (f() = 1));
create table public.y(a int); alter table public.y add column b int default f(); alter table public.y add check (f() = 1); alter table public.y alter a set default f(); create index on public.y((f() + a)); create policy p on public.y using (f() = 1); create view public.v as select f(); 
create domain public.dd as int check (value > f()); create function public.g(int default f()) returns int language sql as 'select 1'; create table public.gg(a int, b int generated always as (a + f()) stored); create table public.pp(a int) partition by range ((a + f()));
create type s1.e as enum ('a'); create sequence s1.q; create table public.z(a e default 'a', b int default nextval('q'), c e check (c = 'a'::e)); insert into public.z default values returning *;
set search_path=public; insert into y default values returning *;
