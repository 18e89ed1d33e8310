public import AccessModel
import RowSecurity
public import SQLBinding

extension SimulatedSession {
  /// A column of what a statement returns.
  public struct ResultColumn: Hashable, Sendable {
    public let name: String
    public let type: DataType
  }

  /// What a statement returns, as names stand now; nil where that can't be told.
  public func resultColumns(
    of statement: SQLStatement, parameterTypes: [TypeName]
  ) -> [ResultColumn]? {
    let session = evaluation()
    defer { session.close() }
    let bound = try? PreparedStatement.bound(statement, parameterTypes, session)
    return bound?.results?.map { ResultColumn(name: $0.name, type: $0.expression.type) }
  }
}

extension BoundStatement {
  fileprivate var results: [BoundTarget]? {
    switch self {
    case .query(let query): query.targets
    case .insert(let insert): insert.returning
    case .update(let update): update.returning
    case .delete(let delete): delete.returning
    case .merge(let merge): merge.returning
    case .with(_, let main): main.results
    case .truncate: []
    }
  }
}
