import AccessModel
import CPgQuery

/// What the constraints of a column have said so far: some may stand once, some exclude each other.
///
/// Source: `transformColumnDefinition()` in `src/backend/parser/parse_utilcmd.c`.
struct ColumnClauses {
  private let of: String
  private let version: PostgresVersion
  private var sawNullability = false
  private var isNotNull = false
  /// 18 holds NULL against what makes a column NOT NULL later, too.
  private var needsNotNull = false
  private var sawDefault = false
  private var sawIdentity = false
  private var sawGenerated = false

  init(column: String, of table: String, isSerial: Bool, version: PostgresVersion) {
    of = "column \"\(column)\" of table \"\(table)\""
    self.version = version
    needsNotNull = isSerial && version >= .v18
  }

  mutating func add(_ constraint: PgQuery__Constraint) throws(ReadFailure) {
    let place = constraint.location
    switch constraint.contype {
    case PG_QUERY__CONSTR_TYPE__CONSTR_NULL:
      guard !needsNotNull, !(sawNullability && isNotNull) else { throw conflict(at: place) }
      sawNullability = true
    case PG_QUERY__CONSTR_TYPE__CONSTR_NOTNULL: try requireNotNull(at: place)
    case PG_QUERY__CONSTR_TYPE__CONSTR_DEFAULT:
      try addOnce(&sawDefault, "multiple default values specified", at: place)
    case PG_QUERY__CONSTR_TYPE__CONSTR_IDENTITY:
      try addOnce(&sawIdentity, "multiple identity specifications", at: place)
      try requireNotNull(at: place)
      needsNotNull = version >= .v18
    case PG_QUERY__CONSTR_TYPE__CONSTR_GENERATED:
      try addOnce(&sawGenerated, "multiple generation clauses specified", at: place)
    case PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY where version >= .v18:
      guard !sawNullability || isNotNull else { throw conflict(at: place) }
      needsNotNull = true
    default: return
    }
    try requireOneSource(at: place)
  }

  /// A serial column's own DEFAULT and NOT NULL come last, and stand nowhere.
  mutating func addSerial() throws(ReadFailure) {
    try addOnce(&sawDefault, "multiple default values specified", at: -1)
    try requireOneSource(at: -1)
    try requireNotNull(at: -1)
  }

  private mutating func requireNotNull(at place: Int32) throws(ReadFailure) {
    guard !sawNullability || isNotNull else { throw conflict(at: place) }
    (sawNullability, isNotNull) = (true, true)
  }

  private func conflict(at place: Int32) -> ReadFailure {
    .refused(
      .syntaxError, "conflicting NULL/NOT NULL declarations for \(of)", at: place)
  }

  private func addOnce(
    _ saw: inout Bool, _ what: String, at place: Int32
  ) throws(ReadFailure) {
    guard !saw else { throw .refused(.syntaxError, "\(what) for \(of)", at: place) }
    saw = true
  }

  /// DEFAULT, identity and GENERATED exclude each other.
  private func requireOneSource(at place: Int32) throws(ReadFailure) {
    let both: String
    switch (sawDefault, sawIdentity, sawGenerated) {
    case (true, true, _): both = "default and identity"
    case (true, _, true): both = "default and generation expression"
    case (_, true, true): both = "identity and generation expression"
    default: return
    }
    throw .refused(.syntaxError, "both \(both) specified for \(of)", at: place)
  }
}
