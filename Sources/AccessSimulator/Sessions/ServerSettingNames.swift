import AccessModel

extension ServerSettings {
  /// Whether a server of that version has a setting of that name; others without a dot are
  /// mistakes. Made from `pg_settings`.
  static func isKnown(_ name: String, _ version: PostgresVersion) -> Bool {
    let name = Substring(name)
    let (oldest, newest): (PostgresVersion, PostgresVersion) =
      if since18.contains(name) {
        (.v18, .v18)
      } else if since17.contains(name) {
        (.v17, .v18)
      } else if since16.contains(name) {
        (.v16, .v18)
      } else {
        (.v15, until15.contains(name) ? .v15 : until16.contains(name) ? .v16 : .v18)
      }
    return names.contains(name) && oldest <= version && version <= newest
  }

  /// Whether only superusers may set it. Made from `pg_settings`, where its context is `superuser`.
  static func isForSuperusers(_ name: String) -> Bool { superuserNames.contains(Substring(name)) }

  private static let superuserNames: Set<Substring> = list(
    """
    allow_in_place_tablespaces allow_system_table_mods backtrace_functions commit_delay
    composite_type_mismatch compute_query_id deadlock_timeout debug_discard_caches
    dynamic_library_path event_triggers extension_control_path ignore_checksum_failure
    jit_dump_bitcode lc_messages lo_compat_privileges log_duration log_error_verbosity
    log_executor_stats log_lock_failures log_lock_waits log_min_duration_sample
    log_min_duration_statement log_min_error_statement log_min_messages
    log_parameter_max_length log_parser_stats log_planner_stats log_replication_commands
    log_statement log_statement_sample_rate log_statement_stats log_temp_files
    log_transaction_sample_rate max_stack_depth session_preload_libraries
    session_replication_role temp_file_limit track_activities track_cost_delay_timing
    track_counts track_functions track_io_timing track_wal_io_timing update_process_title
    wal_compression wal_consistency_checking wal_init_zero wal_recycle zero_damaged_pages
    """)

  /// Why nobody may set it in a session; nil: somebody may. Made from `pg_settings`.
  static func obstacle(_ name: String) -> String? {
    let key = Substring(name)
    let reason: String? =
      if fixed.contains(name) {
        "cannot be changed"
      } else if startNames.contains(key) {
        "cannot be changed without restarting the server"
      } else if reloadNames.contains(key) {
        "cannot be changed now"
      } else if connectionNames.contains(key) {
        "cannot be set after connection start"
      } else {
        nil
      }
    return reason.map { "parameter \"\(name)\" \($0)" }
  }

  /// Those of the context `postmaster`.
  private static let startNames: Set<Substring> = list(
    """
    archive_mode autovacuum_freeze_max_age autovacuum_multixact_freeze_max_age
    autovacuum_worker_slots bonjour bonjour_name cluster_name commit_timestamp_buffers
    config_file data_directory data_sync_retry debug_io_direct dynamic_shared_memory_type
    event_source external_pid_file hba_file hot_standby huge_page_size huge_pages ident_file
    ignore_invalid_pages io_max_combine_limit io_max_concurrency io_method jit_provider
    listen_addresses logging_collector max_active_replication_origins max_connections
    max_files_per_process max_locks_per_transaction max_logical_replication_workers
    max_notify_queue_pages max_pred_locks_per_transaction max_prepared_transactions
    max_replication_slots max_wal_senders max_worker_processes min_dynamic_shared_memory
    multixact_member_buffers multixact_offset_buffers notify_buffers old_snapshot_threshold
    port recovery_target recovery_target_action recovery_target_inclusive recovery_target_lsn
    recovery_target_name recovery_target_time recovery_target_timeline recovery_target_xid
    reserved_connections serializable_buffers shared_buffers shared_memory_type
    shared_preload_libraries subtransaction_buffers superuser_reserved_connections
    trace_connection_negotiation track_activity_query_size track_commit_timestamp
    transaction_buffers unix_socket_directories unix_socket_group unix_socket_permissions
    wal_buffers wal_decode_buffer_size wal_level wal_log_hints
    """)

  /// Those of the context `sighup`.
  private static let reloadNames: Set<Substring> = list(
    """
    allow_alter_system archive_cleanup_command archive_command archive_library archive_timeout
    authentication_timeout autovacuum autovacuum_analyze_scale_factor
    autovacuum_analyze_threshold autovacuum_naptime
    autovacuum_vacuum_cost_delay autovacuum_vacuum_cost_limit
    autovacuum_vacuum_insert_scale_factor autovacuum_vacuum_insert_threshold
    autovacuum_vacuum_max_threshold autovacuum_vacuum_scale_factor autovacuum_vacuum_threshold
    autovacuum_work_mem bgwriter_delay bgwriter_flush_after bgwriter_lru_maxpages
    bgwriter_lru_multiplier checkpoint_completion_target checkpoint_flush_after
    checkpoint_timeout checkpoint_warning db_user_namespace file_extend_method fsync
    full_page_writes gss_accept_delegation hot_standby_feedback idle_replication_slot_timeout
    io_workers krb_caseins_users krb_server_keyfile log_autovacuum_min_duration
    log_checkpoints log_destination log_directory log_file_mode log_filename log_hostname
    log_line_prefix log_recovery_conflict_waits log_rotation_age log_rotation_size
    log_startup_progress_interval log_timezone log_truncate_on_rotation
    max_parallel_apply_workers_per_subscription max_pred_locks_per_page
    max_pred_locks_per_relation max_slot_wal_keep_size max_standby_archive_delay
    max_standby_streaming_delay max_sync_workers_per_subscription max_wal_size min_wal_size
    oauth_validator_libraries pre_auth_delay primary_conninfo primary_slot_name
    promote_trigger_file recovery_end_command recovery_init_sync_method
    recovery_min_apply_delay recovery_prefetch remove_temp_files_after_crash
    restart_after_crash restore_command send_abort_for_crash send_abort_for_kill ssl
    ssl_ca_file ssl_cert_file ssl_ciphers ssl_crl_dir ssl_crl_file ssl_dh_params_file
    ssl_ecdh_curve ssl_groups ssl_key_file ssl_max_protocol_version ssl_min_protocol_version
    ssl_passphrase_command ssl_passphrase_command_supports_reload ssl_prefer_server_ciphers
    ssl_tls13_ciphers summarize_wal sync_replication_slots synchronized_standby_slots
    synchronous_standby_names syslog_facility syslog_ident syslog_sequence_numbers
    syslog_split_messages trace_recovery_messages vacuum_defer_cleanup_age wal_keep_size
    wal_receiver_create_temp_slot wal_receiver_status_interval wal_receiver_timeout
    wal_retrieve_retry_interval wal_summary_keep_time wal_sync_method wal_writer_delay
    wal_writer_flush_after
    """)

  /// Those of the contexts `backend` and `superuser-backend`.
  private static let connectionNames: Set<Substring> = list(
    """
    ignore_system_indexes jit_debugging_support jit_profiling_support log_connections
    log_disconnections post_auth_delay
    """)

  private static let names: Set<Substring> = list(
    """
    allow_alter_system allow_in_place_tablespaces allow_system_table_mods application_name
    archive_cleanup_command archive_command archive_library archive_mode archive_timeout
    array_nulls authentication_timeout autovacuum autovacuum_analyze_scale_factor
    autovacuum_analyze_threshold autovacuum_freeze_max_age autovacuum_max_workers
    autovacuum_multixact_freeze_max_age autovacuum_naptime autovacuum_vacuum_cost_delay
    autovacuum_vacuum_cost_limit autovacuum_vacuum_insert_scale_factor
    autovacuum_vacuum_insert_threshold autovacuum_vacuum_max_threshold
    autovacuum_vacuum_scale_factor autovacuum_vacuum_threshold autovacuum_work_mem
    autovacuum_worker_slots backend_flush_after backslash_quote backtrace_functions
    bgwriter_delay bgwriter_flush_after bgwriter_lru_maxpages bgwriter_lru_multiplier block_size
    bonjour bonjour_name bytea_output check_function_bodies checkpoint_completion_target
    checkpoint_flush_after checkpoint_timeout checkpoint_warning
    client_connection_check_interval client_encoding client_min_messages cluster_name
    commit_delay commit_siblings commit_timestamp_buffers composite_type_mismatch
    compute_query_id config_file constraint_exclusion cpu_index_tuple_cost cpu_operator_cost
    cpu_tuple_cost createrole_self_grant cursor_tuple_fraction data_checksums data_directory
    data_directory_mode data_sync_retry datestyle db_user_namespace deadlock_timeout
    debug_assertions debug_discard_caches debug_io_direct debug_logical_replication_streaming
    debug_parallel_query debug_pretty_print debug_print_parse debug_print_plan
    debug_print_rewritten default_statistics_target default_table_access_method
    default_tablespace default_text_search_config default_toast_compression
    default_transaction_deferrable default_transaction_isolation default_transaction_read_only
    default_with_oids dynamic_library_path dynamic_shared_memory_type effective_cache_size
    effective_io_concurrency enable_async_append enable_bitmapscan enable_distinct_reordering
    enable_gathermerge enable_group_by_reordering enable_hashagg enable_hashjoin
    enable_incremental_sort enable_indexonlyscan enable_indexscan enable_material enable_memoize
    enable_mergejoin enable_nestloop enable_parallel_append enable_parallel_hash
    enable_partition_pruning enable_partitionwise_aggregate enable_partitionwise_join
    enable_presorted_aggregate enable_self_join_elimination enable_seqscan enable_sort
    enable_tidscan escape_string_warning event_source event_triggers exit_on_error
    extension_control_path extension_destdir external_pid_file extra_float_digits
    file_copy_method file_extend_method force_parallel_mode from_collapse_limit fsync
    full_page_writes geqo geqo_effort geqo_generations geqo_pool_size geqo_seed
    geqo_selection_bias geqo_threshold gin_fuzzy_search_limit gin_pending_list_limit
    gss_accept_delegation hash_mem_multiplier hba_file hot_standby hot_standby_feedback
    huge_page_size huge_pages huge_pages_status icu_validation_level ident_file
    idle_in_transaction_session_timeout idle_replication_slot_timeout idle_session_timeout
    ignore_checksum_failure ignore_invalid_pages ignore_system_indexes in_hot_standby
    integer_datetimes intervalstyle io_combine_limit io_max_combine_limit io_max_concurrency
    io_method io_workers is_superuser jit jit_above_cost jit_debugging_support jit_dump_bitcode
    jit_expressions jit_inline_above_cost jit_optimize_above_cost jit_profiling_support
    jit_provider jit_tuple_deforming join_collapse_limit krb_caseins_users krb_server_keyfile
    lc_collate lc_ctype lc_messages lc_monetary lc_numeric lc_time listen_addresses
    lo_compat_privileges local_preload_libraries lock_timeout log_autovacuum_min_duration
    log_checkpoints log_connections log_destination log_directory log_disconnections
    log_duration log_error_verbosity log_executor_stats log_file_mode log_filename log_hostname
    log_line_prefix log_lock_failures log_lock_waits log_min_duration_sample
    log_min_duration_statement log_min_error_statement log_min_messages log_parameter_max_length
    log_parameter_max_length_on_error log_parser_stats log_planner_stats
    log_recovery_conflict_waits log_replication_commands log_rotation_age log_rotation_size
    log_startup_progress_interval log_statement log_statement_sample_rate log_statement_stats
    log_temp_files log_timezone log_transaction_sample_rate log_truncate_on_rotation
    logging_collector logical_decoding_work_mem maintenance_io_concurrency maintenance_work_mem
    max_active_replication_origins max_connections max_files_per_process max_function_args
    max_identifier_length max_index_keys max_locks_per_transaction
    max_logical_replication_workers max_notify_queue_pages
    max_parallel_apply_workers_per_subscription max_parallel_maintenance_workers
    max_parallel_workers max_parallel_workers_per_gather max_pred_locks_per_page
    max_pred_locks_per_relation max_pred_locks_per_transaction max_prepared_transactions
    max_replication_slots max_slot_wal_keep_size max_stack_depth max_standby_archive_delay
    max_standby_streaming_delay max_sync_workers_per_subscription max_wal_senders max_wal_size
    max_worker_processes md5_password_warnings min_dynamic_shared_memory
    min_parallel_index_scan_size min_parallel_table_scan_size min_wal_size
    multixact_member_buffers multixact_offset_buffers notify_buffers num_os_semaphores
    oauth_validator_libraries old_snapshot_threshold output_plugin_libraries
    parallel_leader_participation parallel_setup_cost parallel_tuple_cost password_encryption
    plan_cache_mode port post_auth_delay pre_auth_delay primary_conninfo primary_slot_name
    promote_trigger_file quote_all_identifiers random_page_cost recovery_end_command
    recovery_init_sync_method recovery_min_apply_delay recovery_prefetch recovery_target
    recovery_target_action recovery_target_inclusive recovery_target_lsn recovery_target_name
    recovery_target_time recovery_target_timeline recovery_target_xid recursive_worktable_factor
    remove_temp_files_after_crash reserved_connections restart_after_crash restore_command
    restrict_nonsystem_relation_kind role row_security scram_iterations search_path seed
    segment_size send_abort_for_crash send_abort_for_kill seq_page_cost serializable_buffers
    server_encoding server_version server_version_num session_authorization
    session_preload_libraries session_replication_role shared_buffers shared_memory_size
    shared_memory_size_in_huge_pages shared_memory_type shared_preload_libraries ssl ssl_ca_file
    ssl_cert_file ssl_ciphers ssl_crl_dir ssl_crl_file ssl_dh_params_file ssl_ecdh_curve
    ssl_groups ssl_key_file ssl_library ssl_max_protocol_version ssl_min_protocol_version
    ssl_passphrase_command ssl_passphrase_command_supports_reload ssl_prefer_server_ciphers
    ssl_renegotiation_limit ssl_tls13_ciphers standard_conforming_strings statement_timeout
    stats_fetch_consistency subtransaction_buffers summarize_wal superuser_reserved_connections
    sync_replication_slots synchronize_seqscans synchronized_standby_slots synchronous_commit
    synchronous_standby_names syslog_facility syslog_ident syslog_sequence_numbers
    syslog_split_messages tcp_keepalives_count tcp_keepalives_idle tcp_keepalives_interval
    tcp_user_timeout temp_buffers temp_file_limit temp_tablespaces timezone
    timezone_abbreviations trace_connection_negotiation trace_notify trace_recovery_messages
    trace_sort track_activities track_activity_query_size track_commit_timestamp
    track_cost_delay_timing track_counts track_functions track_io_timing track_wal_io_timing
    transaction_buffers transaction_deferrable transaction_isolation transaction_read_only
    transaction_timeout transform_null_equals unix_socket_directories unix_socket_group
    unix_socket_permissions update_process_title vacuum_buffer_usage_limit vacuum_cost_delay
    vacuum_cost_limit vacuum_cost_page_dirty vacuum_cost_page_hit vacuum_cost_page_miss
    vacuum_defer_cleanup_age vacuum_failsafe_age vacuum_freeze_min_age vacuum_freeze_table_age
    vacuum_max_eager_freeze_failure_rate vacuum_multixact_failsafe_age
    vacuum_multixact_freeze_min_age vacuum_multixact_freeze_table_age vacuum_truncate
    wal_block_size wal_buffers wal_compression wal_consistency_checking wal_decode_buffer_size
    wal_init_zero wal_keep_size wal_level wal_log_hints wal_receiver_create_temp_slot
    wal_receiver_status_interval wal_receiver_timeout wal_recycle wal_retrieve_retry_interval
    wal_segment_size wal_sender_timeout wal_skip_threshold wal_summary_keep_time wal_sync_method
    wal_writer_delay wal_writer_flush_after work_mem xmlbinary xmloption zero_damaged_pages
    """)

  private static let since16: Set<Substring> = list(
    """
    createrole_self_grant debug_io_direct debug_logical_replication_streaming debug_parallel_query
    enable_presorted_aggregate file_extend_method gss_accept_delegation icu_validation_level
    max_parallel_apply_workers_per_subscription reserved_connections scram_iterations
    send_abort_for_crash send_abort_for_kill vacuum_buffer_usage_limit
    """)

  private static let since17: Set<Substring> = list(
    """
    allow_alter_system commit_timestamp_buffers enable_group_by_reordering event_triggers
    huge_pages_status io_combine_limit max_notify_queue_pages multixact_member_buffers
    multixact_offset_buffers notify_buffers serializable_buffers subtransaction_buffers
    summarize_wal sync_replication_slots synchronized_standby_slots trace_connection_negotiation
    transaction_buffers transaction_timeout wal_summary_keep_time
    """)

  private static let since18: Set<Substring> = list(
    """
    autovacuum_vacuum_max_threshold autovacuum_worker_slots enable_distinct_reordering
    enable_self_join_elimination extension_control_path file_copy_method
    idle_replication_slot_timeout io_max_combine_limit io_max_concurrency io_method io_workers
    log_lock_failures max_active_replication_origins md5_password_warnings num_os_semaphores
    oauth_validator_libraries output_plugin_libraries ssl_groups ssl_tls13_ciphers
    track_cost_delay_timing vacuum_max_eager_freeze_failure_rate vacuum_truncate
    """)

  private static let until15: Set<Substring> = list(
    """
    force_parallel_mode lc_collate lc_ctype promote_trigger_file vacuum_defer_cleanup_age
    """)

  private static let until16: Set<Substring> = list(
    """
    db_user_namespace old_snapshot_threshold trace_recovery_messages
    """)

  private static func list(_ names: String) -> Set<Substring> {
    Set(names.split { $0 == " " || $0 == "\n" })
  }
}
