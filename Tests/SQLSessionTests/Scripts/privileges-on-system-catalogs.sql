create role a@; create role r@ in role pg_read_all_data; create role w@ in role pg_write_all_data; create role o@ in role postgres; create role s@ in role pg_read_all_stats;
select u, t, p, has_table_privilege(u, t, p) from unnest(array['a@','r@','w@','o@','s@','postgres','public']) with ordinality u(u,n), unnest(array['pg_class','pg_authid','pg_settings','pg_shadow','pg_backend_memory_contexts']) with ordinality t(t,m), unnest(array['select','insert','update','delete','truncate','references','trigger','select with grant option','update with grant option']) with ordinality p(p,k) order by n,m,k;
select has_table_privilege('pg_authid', 'sel');
select has_table_privilege('pg_catalog.pg_class', 'select'), has_table_privilege('pg_policies', 'select');
set role a@;
select has_table_privilege('pg_authid', 'select'), has_table_privilege('pg_class', 'select'), has_table_privilege('pg_class', 'insert');
