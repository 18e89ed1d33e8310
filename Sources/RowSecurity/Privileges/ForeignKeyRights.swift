public import AccessModel
public import SQLBinding

/// A foreign key over rows that are there. RULES 79.
extension RowSecurityEngine {
  /// The columns of two tables that a foreign key compares, by position.
  public struct KeyPair: Sendable {
    public var table: Int
    public var columns: [Int]
    public var referenced: Int
    public var referencedColumns: [Int]

    public init(table: Int, columns: [Int], referenced: Int, referencedColumns: [Int]) {
      (self.table, self.columns) = (table, columns)
      (self.referenced, self.referencedColumns) = (referenced, referencedColumns)
    }
  }

  /// How a new foreign key is checked.
  public enum KeyInspection: Hashable, Sendable {
    /// By a query of who makes it, which sees all rows.
    case everything
    /// By a query of who makes it, whom FORCE leaves some of the rows.
    case asSeen
    /// Row by row as the owner of the table referred to, over all rows; nil: the owner may look.
    case lookups(refusal: PostgresError?)
  }

  /// Who may read both tables, and whose rows row security does not keep from them as it does from
  /// others, asks for all rows at once.
  ///
  /// Source: `RI_Initial_Check()`, `ri_PerformCheck()` in `src/backend/utils/adt/ri_triggers.c`.
  public func inspection(of key: KeyPair, by role: String) throws(EngineFailure) -> KeyInspection {
    let models = catalog.catalog.tables
    let mayRead = [(key.referenced, key.referencedColumns), (key.table, key.columns)].allSatisfy {
      privileges.verdict(on: reading($0, $1, as: role)).isHeld
    }
    let guarded = [key.table, key.referenced].filter { models[$0].rowSecurityEnabled }
    let isFree = roles.isSuperuser(role) || roles.bypassesRowSecurity(role)
    let held = roles.privileges(of: role)
    guard mayRead, isFree || guarded.allSatisfy({ held.contains(models[$0].owner) }) else {
      let owner = models[key.referenced].owner
      return .lookups(
        refusal: try privileges.firstFailure(of: [
          reading(key.referenced, key.referencedColumns, as: owner)
        ]))
    }
    return isFree || guarded.isEmpty ? .everything : .asSeen
  }

  private func reading(_ table: Int, _ columns: [Int], as role: String) -> PrivilegeCheck {
    PrivilegeCheck(.select, on: .relation(.table(table)), columns: .all(Set(columns)), as: role)
  }
}
