/// Roles, the database, schemas, and who was given what.
extension CatalogQuery {
  static let roleColumns = """
    SELECT oid, rolname, rolsuper, rolbypassrls, rolinherit, rolcanlogin, rolcreaterole,
      rolcreatedb, rolreplication, rolconnlimit
    FROM pg_roles ORDER BY oid
    """

  /// INHERIT and SET are options of a membership from 16 on.
  static func memberships(_ version: ServerVersion) -> String {
    let options = version.major >= 16 ? "inherit_option, set_option" : "NULL, NULL"
    return """
      SELECT roleid, member, grantor, admin_option, \(options)
      FROM pg_auth_members ORDER BY member, roleid, grantor
      """
  }

  /// ALTER ROLE … SET and ALTER DATABASE … SET; what is for this database alone comes later.
  static let settingColumns = """
    SELECT setrole, split_part(s.text, '=', 1), substr(s.text, strpos(s.text, '=') + 1)
    FROM pg_db_role_setting, unnest(setconfig) WITH ORDINALITY s(text, place)
    WHERE setdatabase = 0
      OR setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
    ORDER BY setrole, setdatabase, place
    """

  static let databaseColumns = """
    SELECT datname, datdba, datacl::text, current_user FROM pg_database
    WHERE datname = current_database()
    """

  static let schemaColumns = """
    SELECT oid, nspname, nspowner, nspacl::text FROM pg_namespace WHERE \(ours) ORDER BY oid
    """

  static let extensionMemberColumns = """
    SELECT d.classid::regclass, d.objid, e.extname
    FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
    WHERE d.deptype = 'e' AND d.refclassid = 'pg_extension'::regclass
      AND d.classid IN ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_type'::regclass,
        'pg_namespace'::regclass)
    """

  static let defaultPrivilegeColumns = """
    SELECT defaclrole, defaclnamespace, defaclobjtype, defaclacl::text
    FROM pg_default_acl ORDER BY oid
    """

  /// What initdb says of its own objects is no comment of the database's.
  static let commentColumns = """
    SELECT classoid::regclass, objoid, objsubid, description FROM pg_description
    WHERE objoid >= 16384 AND classoid IN ('pg_class'::regclass, 'pg_policy'::regclass,
      'pg_proc'::regclass, 'pg_namespace'::regclass, 'pg_type'::regclass, 'pg_trigger'::regclass)
    UNION ALL
    SELECT classoid::regclass, objoid, 0, description FROM pg_shdescription
    WHERE classoid = 'pg_authid'::regclass
    """

  /// Each list once: most objects have the same as others.
  static let aclColumns = """
    SELECT l.acl::text, a.grantor, a.grantee, a.privilege_type, a.is_grantable
    FROM (
      SELECT DISTINCT acl FROM (
        SELECT relacl AS acl FROM pg_class WHERE \(isOurs("relnamespace"))
        UNION ALL SELECT attacl FROM pg_attribute WHERE attacl IS NOT NULL
        UNION ALL SELECT nspacl FROM pg_namespace WHERE \(ours)
        UNION ALL SELECT proacl FROM pg_proc WHERE \(isOurs("pronamespace"))
        UNION ALL SELECT typacl FROM pg_type WHERE \(isOurs("typnamespace"))
        UNION ALL SELECT defaclacl FROM pg_default_acl
        UNION ALL SELECT datacl FROM pg_database WHERE datname = current_database()
      ) every WHERE acl IS NOT NULL
    ) l, aclexplode(l.acl) a
    """
}
