-- The functions and operators of a server, in the form of Sources/SQLBinding/Builtins/*Table.swift:
--   psql -AtX -v kind=functions -f Scripts/builtins.sql
-- Functions that SQL cannot call (arguments of type internal or cstring, handlers) are left out.
\if :{?kind}
\else
\set kind functions
\endif
select :'kind' = 'functions' as functions \gset
\if :functions
select p.proname || '(' || coalesce((
      select string_agg(
        case when p.provariadic <> 0 and a.n = p.pronargs then '*' else '' end || t.typname
          || case when a.n > p.pronargs - p.pronargdefaults then '?' else '' end, ','
        order by a.n)
      from unnest(p.proargtypes) with ordinality a(type, n) join pg_type t on t.oid = a.type), '')
    || ') ' || r.typname
    || case when p.proretset then ' set' else '' end
    || case p.prokind when 'a' then ' aggregate' when 'w' then ' window' when 'p' then ' procedure'
         else '' end
    || case p.provolatile when 's' then ' stable' when 'v' then ' volatile' else '' end
    || case when p.proisstrict then '' else ' called' end
    || case when p.proleakproof then ' leakproof' else '' end
    || case when p.prokind = 'a' and g.aggkind <> 'n' then ' ordered=' || g.aggnumdirectargs else '' end
    || coalesce(' names=' || (
      select string_agg(n, ',' order by o) from unnest(p.proargnames) with ordinality x(n, o)
      where p.pronargdefaults > 0 and o <= p.pronargs and n <> ''), '')
    || coalesce(' out=' || (
      select string_agg(n || ':' || t.typname, ',' order by o)
      from unnest(p.proargnames, p.proargmodes, p.proallargtypes) with ordinality x(n, m, ty, o)
      join pg_type t on t.oid = ty where m in ('o', 't')), '')
  from pg_proc p join pg_type r on r.oid = p.prorettype left join pg_aggregate g on g.aggfnoid = p.oid
  where p.pronamespace = 'pg_catalog'::regnamespace
    and not exists (
      select from unnest(p.proargtypes) a(type) join pg_type t on t.oid = a.type
      where t.typname in ('internal', 'cstring', '_cstring'))
    and r.typname not in (
      'internal', 'cstring', 'trigger', 'event_trigger', 'index_am_handler', 'table_am_handler',
      'fdw_handler', 'tsm_handler', 'language_handler')
  order by p.proname collate "C", p.pronargs, p.proargtypes::text collate "C";
\else
select coalesce(l.typname || ' ', '') || o.oprname || ' ' || r.typname || ' = ' || t.typname
    || ' ' || p.proname
    || case p.provolatile when 's' then ' stable' when 'v' then ' volatile' else '' end
    || case when p.proisstrict then '' else ' called' end
    || case when p.proleakproof then ' leakproof' else '' end
  from pg_operator o join pg_proc p on p.oid = o.oprcode join pg_type t on t.oid = o.oprresult
    left join pg_type l on l.oid = o.oprleft join pg_type r on r.oid = o.oprright
  where o.oprnamespace = 'pg_catalog'::regnamespace
  order by o.oprname collate "C", l.typname collate "C", r.typname collate "C";
\endif
