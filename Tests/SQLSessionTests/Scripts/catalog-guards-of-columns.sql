-- Whether a column is there, as migrations ask before they add it.
create type st as enum ('a');
create table t (id bigint generated always as identity primary key, name text not null default 'x', k st, g int generated always as (1 + 1) stored, arr int[], v varchar(3));
create view vw as select id, name from t; create materialized view mv as select 1 a; create sequence s; create index ix on t (name);
select exists (select 1 from pg_attribute where attrelid = 't'::regclass and attname = 'name');
select exists (select 1 from pg_attribute where attrelid = 't'::regclass and attname = 'nope' and not attisdropped);
select attname, attnum, attnotnull, atthasdef, attidentity, attgenerated, attisdropped from pg_attribute where attrelid = 't'::regclass order by attnum;
select attname, atttypid::regtype from pg_attribute where attrelid = 't'::regclass and attnum > 0 order by attnum;
select attname, format_type(atttypid, null) from pg_attribute where attrelid = 'vw'::regclass order by attnum;
select attname, attnum from pg_attribute where attrelid = 'mv'::regclass and attnum > 0;
select attname, attnum, attnotnull from pg_attribute where attrelid = 's'::regclass order by attnum;
select a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relname = 't' and a.attnum > 0 and not a.attisdropped order by a.attname;
alter table t drop column k;
select exists (select 1 from pg_attribute where attrelid = 't'::regclass and attname = 'k' and not attisdropped);
select attname from pg_attribute where attrelid = 't'::regclass and not attisdropped and attname not in ('ctid', 'xmin', 'cmin', 'xmax', 'cmax', 'tableoid') order by attname;
do $$ begin
  if not exists (select 1 from pg_attribute where attrelid = 'public.t'::regclass and attname = 'extra' and not attisdropped) then
    alter table t add column extra int;
  end if;
end $$;
select extra from t;
