import AccessModel
public import SQLBinding

/// LOCK TABLE: privileges alone, row security has no say. RULES 20.
extension RowSecurityEngine {
  /// `mode`: as `src/include/storage/lockdefs.h` counts, 1 for ACCESS SHARE to 8.
  ///
  /// Source: `LockTableAclCheck()` in `src/backend/commands/lockcmds.c`.
  public func requireLock(
    _ table: Int, mode: Int, as role: String
  ) throws(EngineFailure) {
    let accessShare = 1
    let rowExclusive = 3
    var enough: [Privilege] = [.update, .delete, .truncate]
    if version >= .v17 { enough.append(.maintain) }
    if version >= .v16 {
      if mode <= rowExclusive { enough.append(.insert) }
      if mode <= accessShare { enough.append(.select) }
    } else if mode == accessShare {
      enough = [.select]
    } else if mode == rowExclusive {
      enough.append(.insert)
    }
    let checks = enough.map { PrivilegeCheck($0, on: .relation(.table(table)), as: role) }
    guard !checks.contains(where: { privileges.verdict(on: $0).isHeld }) else { return }
    throw .postgres(privileges.error(for: checks[0]))
  }
}
