/// The types that PostgreSQL 15 to 18 bring along, but those whose names begin with `pg_`, and the
/// arrays of each, whose names begin with `_`.
enum SystemTypeNames {
  static let catalog = names(
    """
    aclitem any anyarray anycompatible anycompatiblearray anycompatiblemultirange \
    anycompatiblenonarray anycompatiblerange anyelement anyenum anymultirange anynonarray anyrange \
    bit bool box bpchar bytea char cid cidr circle cstring date datemultirange daterange \
    event_trigger fdw_handler float4 float8 gtsvector index_am_handler inet int2 int2vector int4 \
    int4multirange int4range int8 int8multirange int8range internal interval json jsonb jsonpath \
    language_handler line lseg macaddr macaddr8 money name numeric nummultirange numrange oid \
    oidvector path point polygon record refcursor regclass regcollation regconfig regdictionary \
    regnamespace regoper regoperator regproc regprocedure regrole regtype table_am_handler text tid \
    time timestamp timestamptz timetz trigger tsm_handler tsmultirange tsquery tsrange \
    tstzmultirange tstzrange tsvector txid_snapshot unknown uuid varbit varchar void xid xid8 xml
    """)

  static let informationSchema = names(
    """
    administrable_role_authorizations applicable_roles attributes cardinal_number character_data \
    character_sets check_constraint_routine_usage check_constraints \
    collation_character_set_applicability collations column_column_usage column_domain_usage \
    column_options column_privileges column_udt_usage columns constraint_column_usage \
    constraint_table_usage data_type_privileges domain_constraints domain_udt_usage domains \
    element_types enabled_roles foreign_data_wrapper_options foreign_data_wrappers \
    foreign_server_options foreign_servers foreign_table_options foreign_tables \
    information_schema_catalog_name key_column_usage parameters referential_constraints \
    role_column_grants role_routine_grants role_table_grants role_udt_grants role_usage_grants \
    routine_column_usage routine_privileges routine_routine_usage routine_sequence_usage \
    routine_table_usage routines schemata sequences sql_features sql_identifier \
    sql_implementation_info sql_parts sql_sizing table_constraints table_privileges tables \
    time_stamp transforms triggered_update_columns triggers udt_privileges usage_privileges \
    user_defined_types user_mapping_options user_mappings view_column_usage view_routine_usage \
    view_table_usage views yes_or_no
    """)

  /// Those of extensions: only these are known to have none but they, or names of `pg_`.
  static let extensions: [String: Set<String>] = [
    "plpgsql": [], "pgcrypto": [], "uuid-ossp": [], "unaccent": [], "moddatetime": [],
    "pg_stat_statements": [], "btree_gin": [], "fuzzystrmatch": [],
    "btree_gist": names(
      "gbtreekey16 gbtreekey2 gbtreekey32 gbtreekey4 gbtreekey8 gbtreekey_var"),
    "citext": names("citext"), "pg_trgm": names("gtrgm"), "hstore": names("ghstore hstore"),
    "ltree": names("lquery ltree ltree_gist ltxtquery"),
  ]

  private static func names(_ text: String) -> Set<String> {
    let names = text.split(separator: " ").map(String.init)
    return Set(names + names.map { "_\($0)" })
  }
}
