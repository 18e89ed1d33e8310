import AccessModel
import SQLBinding

/// Definitions over rows that an undecided statement may have changed.
extension RowEffects {
  /// Why nobody knows whether the rows that are there allow an effect; nil: they do not matter, or are
  /// known. Rows that are not known are left out, for nothing reads them.
  mutating func doubt(about effect: RowEffect) -> Undecided? {
    switch effect {
    case .addedColumn(let name, _, _, _), .droppedColumn(let name, _):
      if reason(name) != nil { forgetRows(of: name) }
      return nil
    case .retypedColumn(let name, _, _, _):
      guard let reason = reason(name) else { return nil }
      forgetRows(of: name)
      return undecided(name, reason)
    case .validate(let name, let requirement):
      let all = [name] + others(read: requirement, of: name)
      for other in all {
        guard let reason = reason(other) else { continue }
        // What may not be met is not asked.
        forgetRows(of: name)
        return undecided(other, reason)
      }
      return nil
    case .becameView(let name, _), .requirePopulated(let name):
      return reason(name).map { undecided(name, $0) }
    default: return nil
    }
  }

  private func undecided(_ name: QualifiedName, _ reason: String) -> Undecided {
    Undecided("the rows of `\(name.name)`, after \(reason)")
  }

  private func reason(_ name: QualifiedName) -> String? { session.doubtfulTables[name.name] }

  /// The tables that a key refers to, or whose rows decide whether a partition may come or go.
  private func others(
    read requirement: RowEffect.Requirement, of name: QualifiedName
  ) -> [QualifiedName] {
    let tables = after.catalog.tables
    switch requirement {
    case .foreignKey(let key):
      guard let key = after.catalog.table(name)?.foreignKeys.first(where: { $0.name == key })
      else { return [] }
      return [key.references] + tables.filter { $0.parents.contains(key.references) }.map(\.name)
    case .detached: return tables.filter { !$0.foreignKeys.isEmpty }.map(\.name)
    case .defaultPartition, .partitionBound:
      return tables.filter { $0.parents.contains(name) }.map(\.name)
    case .notNull, .check, .key, .uniqueIndex, .index, .exclusion: return []
    }
  }
}
