create table main (a int);
select 'main'::regclass in ('main', 'pg_class'), 'main'::regclass = 'main', 'main'::regclass = any ('{main}');
select 'main'::regclass = any (array['main','pg_class']);
select 'main'::regclass = any (array['main','pg_class']::regclass[]);
select 'postgres'::regrole in ('postgres'), 'int'::regtype in ('int4', 'text');
select case 'main'::regclass when 'main' then 1 end;
select nullif('main'::regclass, 'main'), coalesce(null, 'main'::regclass);
select 'main'::regclass = (select oid from pg_class where relname = 'main');
select 'main'::regclass in (values ('main'::regclass));
