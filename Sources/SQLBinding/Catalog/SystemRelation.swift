public import AccessModel

/// A relation of PostgreSQL's own schemas whose rows can be told from the model.
///
/// Source: manual, chapters 53 "System Catalogs", 54 "System Views", 37 "The Information Schema".
public enum SystemRelation: String, Hashable, Sendable, CaseIterable {
  case pg_class, pg_policy, pg_policies, pg_roles, pg_authid, pg_auth_members, pg_namespace
  case pg_tables, pg_views, pg_depend, pg_shdepend, pg_type
  case pg_proc, pg_trigger, pg_constraint, pg_indexes, pg_matviews, pg_sequences
  case tables = "information_schema.tables"
  case views = "information_schema.views"
  case columns = "information_schema.columns"
  case enabledRoles = "information_schema.enabled_roles"
  case pg_extension, pg_enum, pg_attribute
  case schemata = "information_schema.schemata"
  case routines = "information_schema.routines"
  case triggers = "information_schema.triggers"
  case constraints = "information_schema.table_constraints"
  case routinePrivileges = "information_schema.routine_privileges"
  case roleRoutineGrants = "information_schema.role_routine_grants"
  case tablePrivileges = "information_schema.table_privileges"
  case roleTableGrants = "information_schema.role_table_grants"
  case columnPrivileges = "information_schema.column_privileges"
  case roleColumnGrants = "information_schema.role_column_grants"

  public var name: QualifiedName {
    let parts = rawValue.split(separator: ".").map(String.init)
    return parts.count == 2
      ? QualifiedName(parts[0], parts[1]) : QualifiedName("pg_catalog", rawValue)
  }

  init?(schema: String, _ name: String) {
    self.init(rawValue: schema == "pg_catalog" ? name : "\(schema).\(name)")
  }

  /// The letter in `pg_class.relkind` of PostgreSQL's own relation of that name; nil: it has none.
  ///
  ///     SystemRelation.kind(of: QualifiedName("pg_catalog", "pg_stat_io"), in: .v15)  // nil
  ///     SystemRelation.kind(of: QualifiedName("pg_catalog", "pg_stat_io"), in: .v16)  // "v"
  public static func kind(of name: QualifiedName, in version: PostgresVersion) -> String? {
    SystemRelationNames.kinds(in: version)[name]
  }

  /// PostgreSQL's own relations, each with its letter in `pg_class.relkind`, in the order of their
  /// names.
  public static func all(in version: PostgresVersion) -> [(name: QualifiedName, kind: String)] {
    SystemRelationNames.kinds(in: version).sorted { $0.key < $1.key }
      .map { (name: $0.key, kind: $0.value) }
  }

  /// In the server's order; `type` nil: not modelled.
  public func columns(in version: PostgresVersion) -> [(name: String, type: DataType?)] {
    var text = Self.text(of: self)
    switch self {
    case .pg_class where version >= .v18:
      text.replace(" relallvisible", with: " relallvisible relallfrozen")
    case .pg_auth_members where version >= .v16:
      text = "oid " + text + " inherit_option:b set_option:b"
    case .pg_attribute where version >= .v16:
      text.replace(" attstattarget attlen", with: " attlen")
      text.replace(" attndims attcacheoff atttypmod", with: " attcacheoff atttypmod attndims")
      if version >= .v18 { text.replace(" attcacheoff", with: "") }
      text.replace(
        " attcollation",
        with: version >= .v17 ? " attcollation attstattarget" : " attstattarget attcollation")
    case .pg_constraint where version >= .v18:
      text.replace(" convalidated", with: " conenforced convalidated")
      text.replace(" conkey", with: " conperiod conkey")
    default: break
    }
    return text.split(separator: " ").map { word in
      let parts = word.split(separator: ":").map(String.init)
      return (parts[0], parts.count > 1 ? Self.types[parts[1]] : nil)
    }
  }

  private static let types: [String: DataType] = [
    "o": .oid, "n": .name, "b": .boolean, "c": .byte, "i": .integer, "s": .smallint, "t": .text,
    "v": .varchar, "tz": .timestamptz, "t[]": .array(.text), "n[]": .array(.name),
    "o[]": .array(.oid),
  ]

  /// Each column with a letter for its type, where its values are modelled.
  private static func text(of relation: SystemRelation) -> String {
    switch relation {
    case .pg_class:
      """
      oid:o relname:n relnamespace:o reltype:o reloftype relowner:o relam relfilenode reltablespace \
      relpages reltuples relallvisible reltoastrelid relhasindex relisshared:b relpersistence:c \
      relkind:c relnatts relchecks relhasrules relhastriggers relhassubclass relrowsecurity:b \
      relforcerowsecurity:b relispopulated relreplident relispartition:b relrewrite relfrozenxid \
      relminmxid relacl reloptions relpartbound
      """
    case .pg_type:
      """
      oid:o typname:n typnamespace:o typowner:o typlen typbyval typtype:c typcategory \
      typispreferred typisdefined typdelim typrelid typsubscript typelem typarray typinput \
      typoutput typreceive typsend typmodin typmodout typanalyze typalign typstorage typnotnull \
      typbasetype typtypmod typndims typcollation typdefaultbin typdefault typacl
      """
    case .pg_policy:
      "oid:o polname:n polrelid:o polcmd:c polpermissive:b polroles:o[] polqual polwithcheck"
    case .pg_policies:
      """
      schemaname:n tablename:n policyname:n permissive:t roles:n[] cmd:t qual:t with_check:t
      """
    case .pg_roles:
      """
      rolname:n rolsuper:b rolinherit:b rolcreaterole:b rolcreatedb:b rolcanlogin:b \
      rolreplication:b rolconnlimit:i rolpassword:t rolvaliduntil rolbypassrls:b rolconfig oid:o
      """
    case .pg_authid:
      """
      oid:o rolname:n rolsuper:b rolinherit:b rolcreaterole:b rolcreatedb:b rolcanlogin:b \
      rolreplication:b rolbypassrls:b rolconnlimit:i rolpassword:t rolvaliduntil:tz
      """
    case .pg_auth_members: "roleid:o member:o grantor admin_option:b"
    case .pg_namespace: "oid:o nspname:n nspowner:o nspacl"
    case .pg_tables:
      """
      schemaname:n tablename:n tableowner:n tablespace hasindexes hasrules hastriggers \
      rowsecurity:b
      """
    case .pg_views: "schemaname:n viewname:n viewowner:n definition"
    case .pg_depend:
      "classid:o objid:o objsubid:i refclassid:o refobjid:o refobjsubid:i deptype:c"
    case .pg_shdepend: "dbid classid:o objid:o objsubid:i refclassid:o refobjid:o deptype:c"
    case .tables:
      """
      table_catalog:n table_schema:n table_name:n table_type:v self_referencing_column_name:n \
      reference_generation:v user_defined_type_catalog:n user_defined_type_schema:n \
      user_defined_type_name:n is_insertable_into:v is_typed:v commit_action:v
      """
    case .views:
      """
      table_catalog:n table_schema:n table_name:n view_definition check_option:v is_updatable:v \
      is_insertable_into:v is_trigger_updatable:v is_trigger_deletable:v \
      is_trigger_insertable_into:v
      """
    case .columns:
      """
      table_catalog:n table_schema:n table_name:n column_name:n ordinal_position:i column_default \
      is_nullable:v data_type:v character_maximum_length character_octet_length numeric_precision \
      numeric_precision_radix numeric_scale datetime_precision interval_type interval_precision \
      character_set_catalog character_set_schema character_set_name collation_catalog \
      collation_schema collation_name domain_catalog domain_schema domain_name udt_catalog \
      udt_schema:n udt_name:n scope_catalog scope_schema scope_name maximum_cardinality \
      dtd_identifier is_self_referencing:v is_identity:v identity_generation:v identity_start \
      identity_increment identity_maximum identity_minimum identity_cycle is_generated:v \
      generation_expression is_updatable:v
      """
    case .pg_proc:
      """
      oid:o proname:n pronamespace:o proowner:o prolang procost prorows provariadic prosupport \
      prokind:c prosecdef:b proleakproof:b proisstrict:b proretset:b provolatile:c proparallel:c \
      pronargs:s pronargdefaults:s prorettype proargtypes proallargtypes proargmodes proargnames \
      proargdefaults protrftypes prosrc:t probin prosqlbody proconfig:t[] proacl
      """
    case .pg_trigger:
      """
      oid:o tgrelid:o tgparentid tgname:n tgfoid tgtype:s tgenabled:c tgisinternal:b \
      tgconstrrelid tgconstrindid tgconstraint tgdeferrable:b tginitdeferred:b tgnargs:s tgattr \
      tgargs tgqual tgoldtable:n tgnewtable:n
      """
    case .pg_constraint:
      """
      oid:o conname:n connamespace:o contype:c condeferrable:b condeferred:b convalidated:b \
      conrelid:o contypid conindid conparentid confrelid:o confupdtype:c confdeltype:c \
      confmatchtype:c conislocal coninhcount connoinherit conkey confkey conpfeqop conppeqop \
      conffeqop confdelsetcols conexclop conbin
      """
    case .pg_indexes: "schemaname:n tablename:n indexname:n tablespace indexdef"
    case .pg_matviews:
      """
      schemaname:n matviewname:n matviewowner:n tablespace hasindexes:b ispopulated definition
      """
    case .pg_sequences:
      """
      schemaname:n sequencename:n sequenceowner:n data_type start_value min_value max_value \
      increment_by cycle:b cache_size last_value
      """
    case .pg_extension:
      "oid extname:n extowner:o extnamespace extrelocatable extversion extconfig extcondition"
    case .pg_attribute:
      """
      attrelid:o attname:n atttypid:o attstattarget attlen attnum:s attndims attcacheoff atttypmod \
      attbyval attalign attstorage attcompression attnotnull:b atthasdef:b atthasmissing \
      attidentity:c attgenerated:c attisdropped:b attislocal attinhcount attcollation attacl \
      attoptions attfdwoptions attmissingval
      """
    case .pg_enum: "oid enumtypid:o enumsortorder enumlabel:n"
    case .schemata:
      """
      catalog_name:n schema_name:n schema_owner:n default_character_set_catalog:n \
      default_character_set_schema:n default_character_set_name:n sql_path:v
      """
    case .routines:
      """
      specific_catalog:n specific_schema:n specific_name:n routine_catalog:n routine_schema:n \
      routine_name:n routine_type:v module_catalog module_schema module_name udt_catalog \
      udt_schema udt_name data_type character_maximum_length character_octet_length \
      character_set_catalog character_set_schema character_set_name collation_catalog \
      collation_schema collation_name numeric_precision numeric_precision_radix numeric_scale \
      datetime_precision interval_type interval_precision type_udt_catalog type_udt_schema \
      type_udt_name scope_catalog scope_schema scope_name maximum_cardinality dtd_identifier \
      routine_body:v routine_definition external_name external_language:v parameter_style:v \
      is_deterministic:v sql_data_access:v is_null_call:v sql_path schema_level_routine:v \
      max_dynamic_result_sets is_user_defined_cast is_implicitly_invocable security_type:v \
      to_sql_specific_catalog to_sql_specific_schema to_sql_specific_name as_locator created \
      last_altered new_savepoint_level is_udt_dependent result_cast_from_data_type \
      result_cast_as_locator result_cast_char_max_length result_cast_char_octet_length \
      result_cast_char_set_catalog result_cast_char_set_schema result_cast_char_set_name \
      result_cast_collation_catalog result_cast_collation_schema result_cast_collation_name \
      result_cast_numeric_precision result_cast_numeric_precision_radix \
      result_cast_numeric_scale result_cast_datetime_precision result_cast_interval_type \
      result_cast_interval_precision result_cast_type_udt_catalog result_cast_type_udt_schema \
      result_cast_type_udt_name result_cast_scope_catalog result_cast_scope_schema \
      result_cast_scope_name result_cast_maximum_cardinality result_cast_dtd_identifier
      """
    case .triggers:
      """
      trigger_catalog:n trigger_schema:n trigger_name:n event_manipulation:v \
      event_object_catalog:n event_object_schema:n event_object_table:n action_order \
      action_condition action_statement action_orientation:v action_timing:v \
      action_reference_old_table:n action_reference_new_table:n action_reference_old_row:n \
      action_reference_new_row:n created
      """
    case .constraints:
      """
      constraint_catalog:n constraint_schema:n constraint_name:n table_catalog:n table_schema:n \
      table_name:n constraint_type:v is_deferrable:v initially_deferred:v enforced:v \
      nulls_distinct:v
      """
    case .routinePrivileges, .roleRoutineGrants:
      """
      grantor:n grantee:n specific_catalog:n specific_schema:n specific_name routine_catalog:n \
      routine_schema:n routine_name:n privilege_type:v is_grantable:v
      """
    case .enabledRoles: "role_name:n"
    case .tablePrivileges, .roleTableGrants:
      """
      grantor:n grantee:n table_catalog:n table_schema:n table_name:n privilege_type:v \
      is_grantable:v with_hierarchy:v
      """
    case .columnPrivileges, .roleColumnGrants:
      """
      grantor:n grantee:n table_catalog:n table_schema:n table_name:n column_name:n \
      privilege_type:v is_grantable:v
      """
    }
  }
}

extension CatalogNames {
  /// PostgreSQL's own functions, by name.
  public var systemFunctions: Set<String> {
    FunctionNames.all(in: version).union(Builtin.functionNames)
  }

  /// What a name finds among PostgreSQL's own relations, where no other comes first.
  func systemRelation(schema: String?, _ name: String) -> SystemRelation? {
    if let schema { return SystemRelation(schema: schema, name) }
    for candidate in effectivePath {
      if relation(QualifiedName(candidate, name)) != nil { return nil }
      if let found = SystemRelation(schema: candidate, name) { return found }
    }
    return nil
  }
}
