import AccessModel
import RowSecurity
import SQLBinding

/// The server's settings that scripts and applications touch, with their defaults.
///
/// Source: `src/backend/utils/misc/guc_tables.c`.
public enum ServerSettings {
  /// Settings that hold a boolean.
  static let booleans: [String: String] = [
    "row_security": "on", "check_function_bodies": "on", "standard_conforming_strings": "on",
    "default_transaction_read_only": "off", "escape_string_warning": "on",
    "enable_seqscan": "on", "enable_indexscan": "on", "enable_bitmapscan": "on",
    "enable_hashjoin": "on", "enable_mergejoin": "on", "enable_nestloop": "on",
    "enable_hashagg": "on", "enable_sort": "on", "enable_material": "on", "enable_memoize": "on",
    "enable_indexonlyscan": "on", "enable_partitionwise_join": "off",
    "enable_partitionwise_aggregate": "off", "enable_incremental_sort": "on", "jit": "on",
    "synchronize_seqscans": "on", "array_nulls": "on", "quote_all_identifiers": "off",
    "transform_null_equals": "off", "log_duration": "off", "debug_print_plan": "off",
    "lo_compat_privileges": "off", "allow_in_place_tablespaces": "off",
    "backslash_quote": "safe_encoding", "exit_on_error": "off",
  ]

  static let others: [String: String] = [
    "search_path": "\"$user\", public", "role": "none", "client_min_messages": "notice",
    "client_encoding": "UTF8", "statement_timeout": "0", "lock_timeout": "0",
    "transaction_timeout": "0", "idle_in_transaction_session_timeout": "0",
    "idle_session_timeout": "0",
    "default_tablespace": "", "default_table_access_method": "heap", "bytea_output": "hex",
    "plan_cache_mode": "auto", "max_parallel_workers_per_gather": "2", "extra_float_digits": "1",
    "application_name": "", "xmloption": "content", "default_toast_compression": "pglz",
    "log_statement": "none", "log_min_messages": "warning", "work_mem": "4MB",
    "constraint_exclusion": "partition", "from_collapse_limit": "8", "join_collapse_limit": "8",
    "default_statistics_target": "100", "min_parallel_table_scan_size": "8MB",
    "parallel_setup_cost": "1000", "parallel_tuple_cost": "0.1", "cursor_tuple_fraction": "0.1",
    "restrict_nonsystem_relation_kind": "", "debug_discard_caches": "0",
    "debug_parallel_query": "off",
    "session_replication_role": "origin", "createrole_self_grant": "", "datestyle": "ISO, MDY",
    "intervalstyle": "postgres", "timezone": "UTC",
    "default_transaction_isolation":
      "read committed", "transaction_isolation": "read committed",
    "password_encryption": "scram-sha-256", "commit_delay": "0", "geqo": "on",
    "lc_messages": "C", "lc_monetary": "C", "lc_numeric": "C", "lc_time": "C",
    "geqo_threshold": "12", "max_stack_depth": "2MB", "event_triggers": "on",
    "jit_above_cost": "100000", "jit_inline_above_cost": "500000",
    "jit_optimize_above_cost": "500000",
  ]

  /// Settings that say what the server is.
  static let fixed: Set<String> = [
    "block_size", "data_checksums", "data_directory_mode", "debug_assertions", "in_hot_standby",
    "integer_datetimes", "is_superuser", "max_function_args", "max_identifier_length",
    "max_index_keys", "segment_size", "server_encoding", "server_version", "server_version_num",
    "shared_memory_size", "shared_memory_size_in_huge_pages", "ssl_library", "wal_block_size",
    "wal_segment_size",
  ]

  /// A setting's name as PostgreSQL writes it.
  public static func spelled(_ name: String) -> String {
    switch name.lowercased() {
    case "datestyle": "DateStyle"
    case "intervalstyle": "IntervalStyle"
    case "timezone": "TimeZone"
    default: name.lowercased()
    }
  }

  /// The default of a server setting; nil: not one we know.
  static func defaultValue(_ name: String) -> String? { booleans[name] ?? others[name] }

  /// `on` or `off` for any spelling of a boolean; nil for none.
  static func boolean(_ text: String) -> String? {
    guard case .boolean(let value)? = try? SQLValue.input(text, as: .boolean) else { return nil }
    return value ? "on" : "off"
  }
}

extension SessionVariables {
  /// SET, or `set_config()`: `value` nil is the default.
  ///
  /// What changes who the session is asks `engine`. Settings that would change how values are
  /// written or read, in ways not modelled, are undecided.
  func assign(
    _ written: String, _ value: String?, isLocal: Bool, _ engine: RowSecurityEngine
  ) throws(EngineFailure) {
    let name = written.lowercased()
    let isIdentity = ["role", "session_authorization"].contains(name)
    if isIdentity {
      try requireIdentityMayChange(name)
      identityChanges += 1
    }
    try requireAssignable(written, engine)
    guard let value else {
      if engine.version >= .v16, TransactionSettings.contains(name) {
        throw .postgres(
          PostgresError(.featureNotSupported, "parameter \"\(name)\" cannot be reset"))
      }
      if name == "session_authorization" { settings.set("role", nil, isLocal: isLocal) }
      return settings.set(name, settings.initialValue(name), isLocal: isLocal)
    }
    try assign(written, value: value, isLocal: isLocal, engine)
  }

  /// Throws where a setting can't be set here, whatever its value.
  ///
  /// Source: `set_config_option_ext()` in `src/backend/utils/misc/guc.c`.
  func requireAssignable(
    _ written: String, _ engine: RowSecurityEngine
  ) throws(EngineFailure) {
    let name = written.lowercased()
    if let obstacle = ServerSettings.obstacle(name),
      ServerSettings.isKnown(name, engine.version) || ServerSettings.fixed.contains(name)
    {
      throw .postgres(PostgresError(SQLState(rawValue: "55P02"), obstacle))
    }
    guard !Settings.isCustom(name) || Settings.isSimple(name) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42602"), "invalid configuration parameter name \"\(written)\"",
          detail: "Custom parameter names must be two or more simple identifiers separated by dots."
        ))
    }
    guard Settings.isCustom(name) || ServerSettings.isKnown(name, engine.version) else {
      throw .postgres(
        PostgresError(
          .undefinedObject, "unrecognized configuration parameter \"\(written)\""))
    }
    guard !ServerSettings.isForSuperusers(name) || engine.roles.isSuperuser(currentUser) else {
      throw .postgres(
        PostgresError(
          .insufficientPrivilege, "permission denied to set parameter \"\(name)\""))
    }
  }

  private func assign(
    _ written: String, value: String, isLocal: Bool, _ engine: RowSecurityEngine
  ) throws(EngineFailure) {
    let name = written.lowercased()
    switch name {
    case "role":
      if value != "none" { try engine.requireSetRole(value, by: sessionUser) }
      settings.set(name, value, isLocal: isLocal)
    case "session_authorization":
      try engine.requireSessionAuthorization(value, by: login)
      settings.set(name, value, isLocal: isLocal)
      settings.set("role", nil, isLocal: isLocal)
    case "session_replication_role":
      guard ["origin", "replica", "local"].contains(value.lowercased()) else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22023"),
            "invalid value for parameter \"\(name)\": \"\(value)\"",
            hint: "Available values: origin, replica, local."))
      }
      settings.set(name, value.lowercased(), isLocal: isLocal)
    default:
      if ServerSettings.booleans[name] != nil, name != "backslash_quote" {
        guard let boolean = ServerSettings.boolean(value) else {
          throw .postgres(
            PostgresError(
              SQLState(rawValue: "22023"), "parameter \"\(name)\" requires a Boolean value"))
        }
        try requireUnchanged(
          name, boolean,
          [
            "standard_conforming_strings", "array_nulls", "quote_all_identifiers",
            "transform_null_equals",
          ])
        return settings.set(name, boolean, isLocal: isLocal)
      }
      guard Settings.isCustom(name) || ServerSettings.others[name] != nil else {
        throw .undecided(Undecided("the server's setting `\(name)`"))
      }
      if name.hasPrefix("plpgsql.") { try requireModelled(name, value) }
      try requireUnchanged(
        name, value,
        [
          "client_encoding", "restrict_nonsystem_relation_kind",
          "lc_messages", "lc_monetary", "lc_numeric", "lc_time",
        ])
      if let value = try ServerSettingValues(name: name, version: engine.version)
        .normalized(value)
      {
        return settings.set(name, value, isLocal: isLocal)
      }
      let styledValue = try styled(
        name, value, written: engine.version >= .v18 ? ServerSettings.spelled(name) : written)
      settings.set(name, styledValue ?? value, isLocal: isLocal)
    }
  }

  /// Of PL/pgSQL's own settings those that are modelled, or its defaults: before it is loaded a
  /// server takes any value.
  private func requireModelled(_ name: String, _ value: String) throws(EngineFailure) {
    let isModelled =
      switch name {
      case "plpgsql.extra_warnings", "plpgsql.extra_errors": PLExtraCheck.checks(in: value) != nil
      case "plpgsql.variable_conflict": value.lowercased() == "error"
      case "plpgsql.check_asserts", "plpgsql.print_strict_params":
        ServerSettings.boolean(value) != nil
      default: true
      }
    guard isModelled else { throw .undecided(Undecided("`\(name)` set to `\(value)`")) }
  }

  /// Settings with an effect on values that only their defaults are modelled of.
  private func requireUnchanged(
    _ name: String, _ value: String, _ names: Set<String>
  ) throws(EngineFailure) {
    guard names.contains(name),
      ServerSettings.defaultValue(name)?.lowercased() != value.lowercased(),
      !(name == "client_encoding" && value.lowercased() == "utf-8")
    else { return }
    throw .undecided(Undecided("`\(name)` set to `\(value)`"))
  }

  /// What SHOW and `current_setting()` give; nil: nothing has set it. RULES 73.
  func value(
    of written: String, _ engine: RowSecurityEngine
  ) throws(EngineFailure) -> String? {
    let name = written.lowercased()
    if name == "role" { return settings["role"] ?? "none" }
    if name == "session_authorization" { return sessionUser }
    if name == "server_version_num" { return String(serverNumber) }
    if name == "server_version" {
      return "\(version.rawValue).\(serverNumber % 10_000)"
    }
    // Functions that run as their owner do not change it. RULES 2.
    if name == "is_superuser" { return engine.roles.isSuperuser(currentUser) ? "on" : "off" }
    guard Settings.isCustom(name) || ServerSettings.isKnown(name, version) else {
      return settings[name]
    }
    if name == "transaction_isolation", settings[name] == nil,
      let value = settings["default_transaction_isolation"]
    {
      return value
    }
    if let value = settings[name] ?? ServerSettings.defaultValue(name) { return value }
    guard Settings.isCustom(name) else {
      throw .undecided(Undecided("the server's setting `\(name)`"))
    }
    return nil
  }
}

extension SimulatedSession {
  /// Throws where a setting can't have a value; `role` and its kin are asked when a session begins.
  func requireSettable(_ name: String, _ value: String?) throws(EngineFailure) {
    guard !["role", "session_authorization"].contains(name) else { return }
    do throws(EngineFailure) {
      guard let value else { return try variables.requireAssignable(name, engine) }
      try variables.copy().assign(name, value, isLocal: false, engine)
    } catch {
      // What is not modelled may be set.
      if case .postgres = error { throw error }
    }
  }
}
