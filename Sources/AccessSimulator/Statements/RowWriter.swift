import AccessModel
import RowSecurity
import SQLBinding

/// Makes new rows of one table and takes them through what PostgreSQL does before storing them:
/// defaults, generated columns, row security, NOT NULL and CHECK, unique keys. RULES 75.
final class RowWriter {
  let table: Int
  private let session: Session
  private let database: Database
  private let model: Catalog.Table
  private let bound: BoundTable
  private let checks: RowFilter
  private let constraints: TableConstraints
  private let sequences: [SequenceStore.ID?]
  private var defaults: [Int: Evaluator] = [:]
  private(set) var changes: Changes

  init(
    _ session: Session, _ database: Database, table: Int, target: SecuredTarget
  ) throws(EngineFailure) {
    self.session = session
    self.database = database
    self.table = table
    model = session.catalog.catalog.tables[table]
    bound = session.catalog.tables[table]
    checks = try RowFilter(target.checks, session)
    constraints = try TableConstraints(table, session)
    sequences = model.columns.indices.map { session.catalog.sequence(table: table, column: $0) }
    changes = Changes(database)
  }

  /// Forgets what the statement wrote when it ran before.
  func begin() {
    changes = Changes(database)
  }

  /// A column's default; identity and serial columns count on from the rows loaded.
  func defaultValue(_ column: Int) throws(EngineFailure) -> SQLValue {
    if let sequence = sequences[column] {
      try requireSequence(of: column)
      return .integer(try session.variables.sequences.advance(sequence))
    }
    guard let value = bound.defaults[column] else { return .null }
    if defaults[column] == nil {
      defaults[column] = try ExpressionCompiler(session).compile(try value.get())
    }
    return try defaults[column]?(Frame(sources: 0, parent: nil)) ?? .null
  }

  /// nextval() looks at its privilege when it is called, so only where there is a row. RULES 19.
  private func requireSequence(of column: Int) throws(EngineFailure) {
    guard let owned = bound.sequences.first(where: { $0.column == column }) else { return }
    let check = PrivilegeCheck(.usage, on: .sequence(owned.sequence), as: session.role)
    if let error = try session.engine.privileges.firstFailure(of: [check]) {
      throw .postgres(error)
    }
  }

  func isGenerated(_ column: Int) -> Bool { bound.generated[column] != nil }

  /// A value as its column stores it.
  func fitted(_ value: SQLValue, _ column: Int) throws(EngineFailure) -> SQLValue {
    guard let type = bound.columns[column] else {
      throw .undecided(Undecided("the type of column `\(model.columns[column].name)`"))
    }
    return try value.fitted(to: type)
  }

  /// Checks a new row; `old` is the row it replaces. The row with its generated columns.
  func checked(_ new: Row, replacing old: Row?) throws(EngineFailure) -> Row {
    var row = new
    for (column, generated) in bound.generated.enumerated() {
      guard let generated else { continue }
      let value = try ExpressionCompiler(session).compile(try generated.get())(Frame(row: row))
      row[column] = try fitted(value, column)
    }
    if let failed = try checks.firstFailure(row) { throw .postgres(failed.violation(of: model)) }
    try constraints.requireValid(row)
    try constraints.requireUnique(row, replacing: old, in: changes)
    return row
  }
}
