/// A query that gives the part of the catalog that migrations make, one line per fact.
///
/// The order of grants within a list is left out, and so is what only a new object has: its OID.
enum CatalogSnapshot {
  static let query = """
    SELECT fact FROM (
      SELECT concat_ws(' | ', 'role', rolname, rolsuper, rolbypassrls, rolinherit, rolcanlogin)
        FROM pg_roles
      UNION ALL SELECT concat_ws(' | ', 'member', roleid::regrole, member::regrole, admin_option)
        FROM pg_auth_members
      UNION ALL SELECT concat_ws(' | ', 'schema', nspname, nspowner::regrole, grants(nspacl))
        FROM pg_namespace WHERE nspname !~ '^pg_'
      UNION ALL SELECT concat_ws(' | ', 'relation', c.oid::regclass, relkind, relowner::regrole,
          grants(relacl), relrowsecurity, relforcerowsecurity, reloptions,
          obj_description(c.oid, 'pg_class'), pg_get_viewdef(c.oid))
        FROM pg_class AS c WHERE relnamespace = ANY (own())
      UNION ALL SELECT concat_ws(' | ', 'column', attrelid::regclass, attnum, attname,
          format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, grants(attacl),
          col_description(attrelid, attnum), pg_get_expr(adbin, adrelid))
        FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = attrelid
          LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE relnamespace = ANY (own()) AND relkind IN ('r', 'v') AND attnum > 0
      UNION ALL SELECT concat_ws(' | ', 'constraint', conrelid::regclass, conname,
          pg_get_constraintdef(oid))
        FROM pg_constraint WHERE connamespace = ANY (own())
      UNION ALL SELECT concat_ws(' | ', 'policy', polrelid::regclass, polname, polcmd,
          polpermissive, (SELECT string_agg(coalesce(r.rolname, 'public'), ', ' ORDER BY r.rolname)
            FROM unnest(polroles) AS role LEFT JOIN pg_roles AS r ON r.oid = role),
          pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid),
          obj_description(oid, 'pg_policy'))
        FROM pg_policy
      UNION ALL SELECT concat_ws(' | ', 'function', oid::regprocedure, proowner::regrole,
          grants(proacl), pg_get_functiondef(oid), obj_description(oid, 'pg_proc'))
        FROM pg_proc WHERE pronamespace = ANY (own())
    ) AS facts (fact) ORDER BY fact COLLATE "C";

    """

  /// To be created once, before the query is run.
  static let helpers = """
    CREATE SCHEMA snapshot;
    CREATE FUNCTION snapshot.grants(list aclitem[]) RETURNS text LANGUAGE sql AS $$
      SELECT string_agg(item::text, ', ' ORDER BY item::text COLLATE "C") FROM unnest(list) AS item
    $$;
    CREATE FUNCTION snapshot.own() RETURNS oid[] LANGUAGE sql AS $$
      SELECT array_agg(oid) FROM pg_namespace
        WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'snapshot')
    $$;

    """
}
