-- Whether a type or a column is there, as migrations ask before they make it.
do $$ begin
  if not exists (select 1 from pg_type where typname = 'status_t') then create type status_t as enum ('on', 'off'); end if;
end $$;
select 'on'::status_t;
do $$ begin
  if not exists (select 1 from pg_type where typname = 'status_t') then create type status_t as enum ('on', 'off'); end if;
end $$;
do $$ begin
  if not exists (select 1 from pg_type t join pg_namespace n on n.oid = t.typnamespace where t.typname = 'kind' and n.nspname = 'public') then create type kind as enum ('x'); end if;
end $$;
select exists (select 1 from pg_type where typname = 'kind'), exists (select from pg_type where typname = 'nope');
select typname from pg_type where typname in ('kind', 'status_t', '_kind') order by 1;
create table foo (a int);
select typname, typtype from pg_type where typname in ('foo', '_foo') order by 1;
select count(*) from pg_type where typname = 'foo' and typnamespace = 'public'::regnamespace;
select count(*) from pg_type where typname = 'tables' and typnamespace = 'public'::regnamespace;
create domain email as text check (value like '%_%');
select exists (select 1 from pg_type where typname = 'email' and typtype = 'd');
create type st as enum ('a'); create table tt (id int primary key, a st not null check (a > 'a'));
select column_name from information_schema.columns where table_name = 'tt' order by ordinal_position;
select column_name, data_type from information_schema.columns where table_name = 'tt' order by column_name;
create type comp as (x int); create domain em as varchar(5);
create table ty (a bool, b int2, c int4, d int8, e numeric(5,2), f real, g float8, h text, i varchar(3), j char(2), k "char", l name, m uuid, n bytea, o inet, p date, q time, r timestamp, s timestamptz, t interval, u json, v jsonb, w int[], x text[], y st, z st[], aa comp, bb em, cc em[], dd bit(3), ee varbit, ff timetz, gg point, hh tsvector, ii money, jj xml, kk oid, ll regclass, mm int4range, nn tstzrange);
select column_name, ordinal_position, data_type, udt_schema, udt_name from information_schema.columns where table_name = 'ty' order by ordinal_position;
alter table ty drop column b;
select column_name, data_type from information_schema.columns where table_name = 'ty' order by 1 limit 2;
create view vty as select a, z, bb, 1 as one, 'x' as txt from ty;
select column_name, ordinal_position, data_type, udt_name from information_schema.columns where table_name = 'vty' order by ordinal_position;
select exists (select from information_schema.columns where table_name = 'tt' and column_name = 'a' and data_type = 'text');
select a::varchar, b::int8, 'x'::"char", '{1}'::int[] from (select 'q' a, 1 b) q;
