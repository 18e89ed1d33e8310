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
public struct PlannedWrites: Sendable {
  /// It needs more than SELECT on a relation that is not temporary.
  public let areRefused: Bool
  /// How it locks rows, if it does.
  public let lock: SQLRowLock.Strength?

  init(_ secured: SecuredStatement, _ catalog: Catalog) {
    (areRefused, lock) = (secured.writes(in: catalog), secured.lock)
  }
}
