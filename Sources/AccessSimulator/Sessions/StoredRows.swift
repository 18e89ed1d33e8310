public import AccessModel
import RowSecurity
public import SQLBinding

extension SimulatedSession {
  /// One value of a stored row.
  public enum StoredValue: Hashable, Sendable {
    /// As psql prints it; nil is NULL.
    case text(String?)
    /// The clock's or a random one, by what made it: a server has another.
    case undetermined(source: String)
  }

  /// Whether a table holds rows itself.
  public func hasRows(_ name: QualifiedName) -> Bool {
    guard let index = catalog.tables.firstIndex(where: { $0.name == name }) else { return false }
    return !store.database.tables[index].kept.isEmpty
  }

  /// The rows that a table holds itself, in its order; row security does not apply.
  public func storedRows(
    of name: QualifiedName
  ) throws(EngineFailure) -> [[StoredValue]] {
    guard let index = catalog.tables.firstIndex(where: { $0.name == name }) else { return [] }
    let evaluation = evaluation()
    defer { evaluation.close() }
    try evaluation.requireKnown(index)
    let types = engine.catalog.tables[index].columns
    var result: [[StoredValue]] = []
    for row in store.database.tables[index].kept {
      var values: [StoredValue] = []
      for (value, type) in zip(row, types) {
        if case .undetermined(let unknown) = value {
          values.append(.undetermined(source: unknown.source))
          continue
        }
        let type = type?.type ?? .text
        try value.requireShown(as: type)
        values.append(.text(value.output(as: type)))
      }
      result.append(values)
    }
    return result
  }
}
