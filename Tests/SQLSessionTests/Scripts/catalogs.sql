create role reader@; create role member@ in role reader@;
create schema app;
create table app.t (a int, b text);
create table plain (a int);
create policy p1 on app.t for select to reader@ using (a > 0);
create policy p2 on app.t as restrictive using (a in (select a from plain));
alter table app.t enable row level security;
create view v as select a from plain where a > 0 with local check option;
create view w as select distinct a from plain;
select schemaname, tablename, policyname, permissive, roles, cmd from pg_policies order by policyname;
select polname, relname from pg_policy pol join pg_class c on c.oid = pol.polrelid order by 1;
select relname, relkind, relrowsecurity from pg_class where relname = 't';
select nspname from pg_namespace where nspname = 'app';
select rolname, rolsuper, rolcanlogin from pg_roles where rolname in ('reader@', 'member@') order by 1;
select r.rolname, m.rolname from pg_auth_members am join pg_roles r on r.oid = am.roleid
  join pg_roles m on m.oid = am.member@ where r.rolname = 'reader@';
select refobjid::regclass, refobjsubid, deptype from pg_depend
  where classid = 'pg_policy'::regclass and refclassid = 'pg_class'::regclass
    and objid = (select oid from pg_policy where polname = 'p2')
  order by refobjid::regclass::text, refobjsubid;
select refclassid::regclass, deptype from pg_shdepend
  where classid = 'pg_policy'::regclass and refobjid = 'reader@'::regrole;
select table_name, is_insertable_into from information_schema.tables where table_name in ('v', 'w', 'plain') order by 1;
select table_name, check_option, is_updatable, is_insertable_into from information_schema.views
  where table_schema = 'public' order by 1;
select table_name, column_name, is_updatable from information_schema.columns
  where table_name in ('v', 'w') order by 1;
select tablename, rowsecurity from pg_tables where schemaname = 'app';
select viewname, viewowner from pg_views where viewname = 'v';
select pg_relation_is_updatable('v', false), pg_relation_is_updatable('w', false), pg_column_is_updatable('v', 1::int2, false);
set role reader@;
select table_name from information_schema.tables where table_name in ('v', 'plain', 't') order by 1;
reset role;
grant select (a) on plain to reader@;
set role reader@;
select table_name from information_schema.tables where table_name in ('v', 'plain', 't') order by 1;
select column_name from information_schema.columns where table_name = 'plain';
