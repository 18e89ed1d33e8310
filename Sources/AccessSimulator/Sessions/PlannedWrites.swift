public import AccessModel
import RowSecurity
public import SQLBinding

extension PostgresError {
  /// 25006, for a command that a read-only transaction may not run.
  public init(readOnly command: String) {
    self.init(
      SQLState(rawValue: "25006"), "cannot execute \(command) in a read-only transaction")
  }
}

/// What a planned statement does that a read-only transaction may not.
///
/// Source: `ExecCheckXactReadOnly()` in `src/backend/executor/execMain.c`.
public struct PlannedWrites: Sendable {
  /// It needs more than SELECT on a relation that is not temporary.
  public let areRefused: Bool
  /// How it locks rows, if it does.
  public let lock: SQLRowLock.Strength?

  init(_ secured: SecuredStatement, _ catalog: Catalog) {
    areRefused = secured.privileges.contains { check in
      guard case .relation(let id) = check.object, check.isOfMoreThanReading else { return false }
      if case .table(let table) = id { return !catalog.tables[table].isTemporary }
      return true
    }
    lock =
      if case .query(let query) = secured.statement {
        query.condition?.isNeverTrue == true ? query.ownLock : query.firstLock(in: catalog)
      } else {
        nil
      }
  }
}
