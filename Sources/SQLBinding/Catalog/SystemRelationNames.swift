import AccessModel

/// The relations of PostgreSQL's own schemas, by name.
enum SystemRelationNames {
  /// With their letters in `pg_class.relkind`.
  static func kinds(in version: PostgresVersion) -> [QualifiedName: String] {
    kindsByVersion[version] ?? [:]
  }

  private static let kindsByVersion = Dictionary(
    uniqueKeysWithValues: PostgresVersion.allCases.map { version in
      let views = viewsSince.filter { $0.key <= version }.flatMap(\.value)
      let all = [
        ("pg_catalog", "r", tables), ("pg_catalog", "v", views),
        ("information_schema", "r", informationTables),
        ("information_schema", "v", informationViews),
      ]
      let named = all.flatMap { schema, kind, names in
        names.map { (QualifiedName(schema, $0), kind) }
      }
      return (version, Dictionary(uniqueKeysWithValues: named))
    })

  private static let tables = words(
    """
    pg_aggregate pg_am pg_amop pg_amproc pg_attrdef pg_attribute pg_auth_members pg_authid pg_cast \
    pg_class pg_collation pg_constraint pg_conversion pg_database pg_db_role_setting \
    pg_default_acl pg_depend pg_description pg_enum pg_event_trigger pg_extension \
    pg_foreign_data_wrapper pg_foreign_server pg_foreign_table pg_index pg_inherits pg_init_privs \
    pg_language pg_largeobject pg_largeobject_metadata pg_namespace pg_opclass pg_operator \
    pg_opfamily pg_parameter_acl pg_partitioned_table pg_policy pg_proc pg_publication \
    pg_publication_namespace pg_publication_rel pg_range pg_replication_origin pg_rewrite \
    pg_seclabel pg_sequence pg_shdepend pg_shdescription pg_shseclabel pg_statistic \
    pg_statistic_ext pg_statistic_ext_data pg_subscription pg_subscription_rel pg_tablespace \
    pg_transform pg_trigger pg_ts_config pg_ts_config_map pg_ts_dict pg_ts_parser pg_ts_template \
    pg_type pg_user_mapping
    """)
  private static let viewsSince: [PostgresVersion: [String]] = [
    .v16: ["pg_stat_io"], .v17: ["pg_stat_checkpointer", "pg_wait_events"],
    .v18: ["pg_aios", "pg_shmem_allocations_numa"],
    .v15: words(
      """
      pg_available_extension_versions pg_available_extensions pg_backend_memory_contexts pg_config \
      pg_cursors pg_file_settings pg_group pg_hba_file_rules pg_ident_file_mappings pg_indexes \
      pg_locks pg_matviews pg_policies pg_prepared_statements pg_prepared_xacts \
      pg_publication_tables pg_replication_origin_status pg_replication_slots pg_roles pg_rules \
      pg_seclabels pg_sequences pg_settings pg_shadow pg_shmem_allocations pg_stat_activity \
      pg_stat_all_indexes pg_stat_all_tables pg_stat_archiver pg_stat_bgwriter pg_stat_database \
      pg_stat_database_conflicts pg_stat_gssapi pg_stat_progress_analyze pg_stat_progress_basebackup \
      pg_stat_progress_cluster pg_stat_progress_copy pg_stat_progress_create_index \
      pg_stat_progress_vacuum pg_stat_recovery_prefetch pg_stat_replication \
      pg_stat_replication_slots pg_stat_slru pg_stat_ssl pg_stat_subscription \
      pg_stat_subscription_stats pg_stat_sys_indexes pg_stat_sys_tables pg_stat_user_functions \
      pg_stat_user_indexes pg_stat_user_tables pg_stat_wal pg_stat_wal_receiver \
      pg_stat_xact_all_tables pg_stat_xact_sys_tables pg_stat_xact_user_functions \
      pg_stat_xact_user_tables pg_statio_all_indexes pg_statio_all_sequences pg_statio_all_tables \
      pg_statio_sys_indexes pg_statio_sys_sequences pg_statio_sys_tables pg_statio_user_indexes \
      pg_statio_user_sequences pg_statio_user_tables pg_stats pg_stats_ext pg_stats_ext_exprs \
      pg_tables pg_timezone_abbrevs pg_timezone_names pg_user pg_user_mappings pg_views
      """),
  ]
  private static let informationTables = words(
    """
    sql_features sql_implementation_info sql_parts sql_sizing
    """)
  private static let informationViews = words(
    """
    _pg_foreign_data_wrappers _pg_foreign_servers _pg_foreign_table_columns _pg_foreign_tables \
    _pg_user_mappings administrable_role_authorizations applicable_roles attributes character_sets \
    check_constraint_routine_usage check_constraints collation_character_set_applicability \
    collations column_column_usage column_domain_usage column_options column_privileges \
    column_udt_usage columns constraint_column_usage constraint_table_usage data_type_privileges \
    domain_constraints domain_udt_usage domains element_types enabled_roles \
    foreign_data_wrapper_options foreign_data_wrappers foreign_server_options foreign_servers \
    foreign_table_options foreign_tables information_schema_catalog_name key_column_usage \
    parameters referential_constraints role_column_grants role_routine_grants role_table_grants \
    role_udt_grants role_usage_grants routine_column_usage routine_privileges \
    routine_routine_usage routine_sequence_usage routine_table_usage routines schemata sequences \
    table_constraints table_privileges tables transforms triggered_update_columns triggers \
    udt_privileges usage_privileges user_defined_types user_mapping_options user_mappings \
    view_column_usage view_routine_usage view_table_usage views
    """)

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
