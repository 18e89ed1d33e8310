import AccessModel
import SQLBinding

/// What of a table's rows an error may show to whoever meets it. RULES 80.
public enum ErrorDetail: Hashable, Sendable {
  /// Row security is active.
  case nothing
  /// SELECT is held on the whole table.
  case everything
  /// `readable`: SELECT is held on these. `visible`: those, and what the statement itself gave.
  case columns(readable: Set<Int>, visible: Set<Int>)
}

extension RowSecurityEngine {
  /// It is the current user that counts, even below an owner view.
  public func errorDetail(
    ofTable index: Int, to caller: String, assigned: Set<Int> = []
  ) -> ErrorDetail {
    let table = catalog.catalog.tables[index]
    if table.rowSecurityEnabled, bypass(of: table, as: caller) == nil { return .nothing }
    func isHeld(_ columns: PrivilegeCheck.Columns) -> Bool {
      let check = PrivilegeCheck(
        .select, on: .relation(.table(index)), columns: columns, as: caller)
      return privileges.verdict(on: check).isHeld
    }
    if isHeld(.none) { return .everything }
    let readable = Set(table.columns.indices.filter { isHeld(.all([$0])) })
    return .columns(readable: readable, visible: readable.union(assigned))
  }
}
