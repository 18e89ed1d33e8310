-- Definitions that functions make, and what CONTEXT says of those that fail.
create role pu_other@;
create function a() returns void language plpgsql as $$ begin create table t(i int, i int); end $$; select a();
create function b() returns void language plpgsql as $$ begin set role nope; end $$; select b();
create function c() returns void language plpgsql as $$ begin alter table nope add x int; end $$; select c();
create function d() returns void language plpgsql as $$ begin execute 'grant select on nope to pu_other@'; end $$; select d();
create function f() returns void language plpgsql as $$ begin create index on u(nope); end $$; select f();
create function g() returns void language plpgsql as $$ begin create table w(i nope); end $$; select g();
create function h() returns void language plpgsql as $$ begin drop table nope; end $$; select h();
create function j() returns void language plpgsql as $$ begin set nope.x.y = 1; end $$; select j();
create function k() returns void language plpgsql as $$ begin create policy p on u using (nope = 1); end $$; select k();
set role pu_other@; select c(); create function l() returns void language plpgsql as $$ begin alter table u enable row level security; end $$;
