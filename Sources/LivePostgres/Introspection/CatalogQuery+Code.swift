/// Policies, functions, triggers and rules.
extension CatalogQuery {
  static let policyColumns = """
    SELECT oid, polrelid, polname, polpermissive, polcmd, array_to_string(polroles, ' '),
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)
    FROM pg_policy ORDER BY oid
    """

  static let functionColumns = """
    SELECT p.oid, pronamespace, proname, prokind, proowner, proacl::text, lanname,
      CASE WHEN prokind <> 'a' THEN pg_get_functiondef(p.oid) END,
      format_type(prorettype, NULL), provolatile
    FROM pg_proc p JOIN pg_language l ON l.oid = prolang
    WHERE \(isOurs("pronamespace")) ORDER BY p.oid
    """

  /// An aggregate has no definition that could be read.
  static let aggregateArgumentColumns = """
    SELECT p.oid, format_type(a.type, NULL)
    FROM pg_proc p, unnest(proargtypes) WITH ORDINALITY a(type, place)
    WHERE prokind = 'a' AND \(isOurs("pronamespace")) ORDER BY p.oid, place
    """

  static let triggerColumns = """
    SELECT t.oid, tgrelid, tgname, tgfoid, tgtype, tgenabled, tgconstraint <> 0, tgdeferrable,
      tginitdeferred, tgattr::text, encode(tgargs, 'hex'), tgoldtable, tgnewtable,
      tgparentid <> 0, CASE WHEN tgqual IS NOT NULL THEN pg_get_triggerdef(t.oid) END,
      n.nspname, p.proname
    FROM pg_trigger t JOIN pg_proc p ON p.oid = tgfoid JOIN pg_namespace n ON n.oid = pronamespace
    WHERE NOT tgisinternal ORDER BY t.oid
    """

  /// A view's own rule is its query.
  static let ruleColumns = """
    SELECT ev_class, rulename, ev_type, is_instead, ev_enabled, pg_get_ruledef(r.oid)
    FROM pg_rewrite r JOIN pg_class c ON c.oid = ev_class
    WHERE ev_type <> '1' AND \(isOurs("relnamespace")) ORDER BY r.oid
    """
}
