import AccessModel
import CPgQuery

/// What WITH (…) of a CREATE TABLE may say.
///
/// Source: `src/backend/access/common/reloptions.c`.
enum StorageParameters {
  /// Throws what is wrong with those of a table.
  static func check(
    _ options: [Node], ofPartitioned isPartitioned: Bool, version: PostgresVersion
  ) throws(ReadFailure) {
    var seen: Set<String> = []
    for option in options where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      let namespace = text(element.defnamespace)
      guard namespace.isEmpty || namespace == "toast" else {
        throw .refused(invalid, "unrecognized parameter namespace \"\(namespace)\"")
      }
      if namespace.isEmpty, text(element.defname) == "oids",
        try CatalogBuilder.boolean(element.arg, "oids")
      {
        throw .refused(.featureNotSupported, "tables declared WITH OIDS are not supported")
      }
    }
    for option in options where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      let name = text(element.defname)
      guard text(element.defnamespace).isEmpty else {
        guard !notOfToast.contains(name) else {
          throw .refused(invalid, "unrecognized parameter \"\(name)\"")
        }
        continue
      }
      guard name != "oids" else { continue }
      if isPartitioned { throw ofPartitioned(name, version) }
      let limits = integers[name]
      guard limits != nil || others.contains(name) || version >= .v18 && since18.contains(name)
      else { throw .refused(invalid, "unrecognized parameter \"\(name)\"") }
      guard seen.insert(name).inserted else {
        throw .refused(invalid, "parameter \"\(name)\" specified more than once")
      }
      if booleans.contains(name) { _ = try CatalogBuilder.boolean(element.arg, name) }
      if let limits { try check(CatalogBuilder.value(element.arg) ?? "true", of: name, limits) }
    }
  }

  private static let invalid = SQLState(rawValue: "22023")

  /// Source: `partitioned_table_reloptions()`.
  private static func ofPartitioned(_ name: String, _ version: PostgresVersion) -> ReadFailure {
    guard version >= .v16 else {
      return .refused(invalid, "unrecognized parameter \"\(name)\"")
    }
    return .refused(
      SQLState(rawValue: "42809"),
      "cannot specify storage parameters for a partitioned table",
      hint: "Specify storage parameters for its leaf partitions instead.")
  }

  private static func check(
    _ value: String, of name: String, _ limits: ClosedRange<Int>
  ) throws(ReadFailure) {
    guard let number = Int(value) else {
      // `7e1` is a number too.
      guard Double(value) == nil else { return }
      throw .refused(invalid, "invalid value for integer option \"\(name)\": \(value)")
    }
    guard !limits.contains(number) else { return }
    throw .refused(
      PostgresError(
        invalid, "value \(value) out of bounds for option \"\(name)\"",
        detail: "Valid values are between \"\(limits.lowerBound)\" and "
          + "\"\(limits.upperBound)\"."), location: nil)
  }

  private static let integers = [
    "fillfactor": 10...100, "parallel_workers": 0...1024, "toast_tuple_target": 128...8160,
  ]

  private static let notOfToast: Set = [
    "fillfactor", "parallel_workers", "toast_tuple_target", "user_catalog_table",
    "autovacuum_analyze_threshold", "autovacuum_analyze_scale_factor",
  ]

  private static let booleans: Set = [
    "autovacuum_enabled", "user_catalog_table", "vacuum_truncate",
  ]

  /// The values of those that are no booleans are not looked at.
  private static let others = booleans.union([
    "autovacuum_vacuum_threshold", "autovacuum_vacuum_insert_threshold",
    "autovacuum_analyze_threshold", "autovacuum_vacuum_cost_limit",
    "autovacuum_freeze_min_age", "autovacuum_multixact_freeze_min_age",
    "autovacuum_freeze_max_age", "autovacuum_multixact_freeze_max_age",
    "autovacuum_freeze_table_age", "autovacuum_multixact_freeze_table_age",
    "log_autovacuum_min_duration", "autovacuum_vacuum_scale_factor",
    "autovacuum_vacuum_insert_scale_factor", "autovacuum_analyze_scale_factor",
    "autovacuum_vacuum_cost_delay", "vacuum_index_cleanup",
  ])

  private static let since18: Set = [
    "autovacuum_vacuum_max_threshold", "vacuum_max_eager_freeze_failure_rate",
  ]
}
