extension CatalogSnapshot {
  /// Each gives one column of text.
  static let queries = [
    """
    SELECT format('role %I super %s inherit %s createrole %s createdb %s login %s bypassrls %s '
        'settings %s',
      rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolbypassrls,
      coalesce((SELECT string_agg(s.setting, ',' ORDER BY s.setting)
        FROM pg_db_role_setting r, unnest(r.setconfig) s(setting) WHERE r.setrole = a.oid), '-'))
    FROM pg_roles a WHERE rolname !~ '^pg_'
    """,
    """
    SELECT format('member %I of %I admin %s', m.rolname, g.rolname, a.admin_option)
    FROM pg_auth_members a JOIN pg_roles m ON m.oid = a.member JOIN pg_roles g ON g.oid = a.roleid
    """,
    """
    SELECT format('schema %I owner %I acl %s', nspname, pg_get_userbyid(nspowner),
      \(grants("nspacl")))
    FROM pg_namespace n WHERE \(ours)
    """,
    """
    SELECT format('relation %I.%I %s owner %I persistence %s rls %s forced %s options %s acl %s',
      nspname, relname, relkind, pg_get_userbyid(relowner), relpersistence, relrowsecurity,
      relforcerowsecurity,
      coalesce((SELECT string_agg(o, ',' ORDER BY o) FROM unnest(reloptions) o), '-'),
      \(grants("relacl")))
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND \(ours)
    """,
    """
    SELECT format('column %I.%I.%I #%s %s not null %s default %s identity %s generated %s acl %s',
      nspname, relname, attname, attnum, format_type(atttypid, atttypmod), attnotnull,
      coalesce(pg_get_expr(adbin, adrelid), '-'), coalesce(nullif(attidentity::text, ''), '-'),
      coalesce(nullif(attgenerated::text, ''), '-'), \(grants("attacl")))
    FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid
      JOIN pg_namespace n ON n.oid = relnamespace
      LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
    WHERE attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'p', 'v', 'm', 'f') AND \(ours)
    """,
    """
    SELECT format('constraint %s %I %s', conrelid::regclass, conname, pg_get_constraintdef(o.oid))
    FROM pg_constraint o JOIN pg_namespace n ON n.oid = connamespace
    WHERE conrelid <> 0 AND \(ours)
    """,
    """
    SELECT format('index %s', pg_get_indexdef(c.oid))
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind = 'i' AND \(ours)
    """,
    """
    SELECT format('policy %s %I %s %s TO %s USING %s CHECK %s', polrelid::regclass, polname,
      CASE WHEN polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END, polcmd,
      (SELECT string_agg(CASE r WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(r)) END, ','
        ORDER BY pg_get_userbyid(r)) FROM unnest(polroles) r),
      coalesce(pg_get_expr(polqual, polrelid), '-'),
      coalesce(pg_get_expr(polwithcheck, polrelid), '-'))
    FROM pg_policy
    """,
    """
    SELECT format('view %I.%I %s', nspname, relname, pg_get_viewdef(c.oid))
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE relkind IN ('v', 'm') AND \(ours)
    """,
    """
    SELECT format('function %s owner %I acl %s %s', p.oid::regprocedure,
      pg_get_userbyid(proowner), \(grants("proacl")),
      CASE WHEN prokind IN ('f', 'p') THEN pg_get_functiondef(p.oid) ELSE prokind::text END)
    FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE \(ours)
    """,
    """
    SELECT format('trigger %s enabled %s', pg_get_triggerdef(t.oid), tgenabled)
    FROM pg_trigger t WHERE NOT tgisinternal
    """,
    """
    SELECT format('rule %s enabled %s', pg_get_ruledef(r.oid), ev_enabled)
    FROM pg_rewrite r JOIN pg_class c ON c.oid = ev_class JOIN pg_namespace n ON n.oid = relnamespace
    WHERE rulename <> '_RETURN' AND \(ours)
    """,
    """
    SELECT format('sequence %s %s start %s by %s from %s to %s cache %s cycle %s',
      seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache,
      seqcycle)
    FROM pg_sequence
    """,
    """
    SELECT format('type %I.%I %s owner %I of %s labels %s', nspname, typname, typtype,
      pg_get_userbyid(typowner), coalesce(nullif(typbasetype, 0)::regtype::text, '-'),
      coalesce((SELECT string_agg(enumlabel, ',' ORDER BY enumsortorder)
        FROM pg_enum WHERE enumtypid = t.oid), '-'))
    FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
    WHERE typtype IN ('d', 'e', 'r') AND \(ours)
    """,
    """
    SELECT format('default privileges of %I in %s for %s acl %s', pg_get_userbyid(defaclrole),
      coalesce(nullif(defaclnamespace, 0)::regnamespace::text, '-'), defaclobjtype,
      \(grants("defaclacl")))
    FROM pg_default_acl
    """,
    """
    SELECT format('comment %s: %s', pg_describe_object(classoid, objoid, objsubid), description)
    FROM pg_description WHERE objoid >= 16384
    """,
    "SELECT format('extension %I %s', extname, extversion) FROM pg_extension",
  ]

  /// `n` is a row of `pg_namespace`.
  private static let ours =
    "nspname <> 'information_schema' AND nspname !~ '^pg_(catalog|toast|temp)'"

  /// A grant list without its order; `default` for none, which is not the same as an empty one.
  private static func grants(_ column: String) -> String {
    """
    coalesce((SELECT '{' || string_agg(format('%s=%s%s/%s',
        CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
        privilege_type, CASE WHEN is_grantable THEN '*' ELSE '' END, pg_get_userbyid(grantor)),
      ',' ORDER BY pg_get_userbyid(grantee), privilege_type) || '}' FROM aclexplode(\(column))),
      CASE WHEN \(column) IS NULL THEN 'default' ELSE '{}' END)
    """
  }
}
