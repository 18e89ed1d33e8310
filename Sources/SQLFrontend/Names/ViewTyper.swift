import AccessModel
import SQLBinding

/// The types of a view's columns, as far as they can be known.
struct ViewTyper {
  private let state: DatabaseState

  init(_ state: DatabaseState) { self.state = state }

  /// One type per output; nil where it is not known.
  mutating func types(of query: SQLQuery, count: Int) -> [TypeName?] {
    let simple = simpleTypes(of: query)
    if simple.count == count, !simple.contains(nil) { return simple }
    let bound = boundTypes(of: query)
    return (0..<count).map { index in
      (simple.indices.contains(index) ? simple[index] : nil)
        ?? (bound.indices.contains(index) ? bound[index] : nil)
    }
  }

  /// Nil where it is not known.
  func type(of expression: SQLExpression, over relation: QualifiedName) -> TypeName? {
    guard case .query(let query) = SQLStatement.asking(expression, of: relation) else { return nil }
    return boundTypes(of: query).first ?? nil
  }

  /// Columns and casts tell their types themselves, modelled or not.
  private func simpleTypes(of query: SQLQuery) -> [TypeName?] {
    switch query.body {
    case .setOperation(let operation):
      let (left, right) = (simpleTypes(of: operation.left), simpleTypes(of: operation.right))
      return zip(left, right).map { $0 == $1 ? $0 : nil }
    case .select(let select):
      var sources: [String: QualifiedName] = [:]
      for item in select.from { Self.collect(item, into: &sources) }
      return select.targets.map { target in
        guard case .expression(let expression, _) = target else { return nil }
        switch expression {
        case .column(let qualifier?, let name):
          return sources[qualifier].flatMap { relation in
            state.columns(of: relation)?.first { $0.name == name }?.type
          }
        case .cast(_, let type): return type
        default: return nil
        }
      }
    default: return []
    }
  }

  private static func collect(_ item: SQLFromItem, into sources: inout [String: QualifiedName]) {
    switch item {
    case .relation(let schema?, let name, let alias):
      sources[alias ?? name] = QualifiedName(schema, name)
    case .join(_, let left, let right, _), .joinUsing(_, let left, let right, _),
      .joinNatural(_, let left, let right):
      collect(left, into: &sources)
      collect(right, into: &sources)
    default: break
    }
  }

  private func boundTypes(of query: SQLQuery) -> [TypeName?] {
    let names = CatalogNames(state.catalog)
    guard case .query(let bound)? = try? Binder.bind(.query(query), in: names) else { return [] }
    return bound.targets.map(\.expression.type.typeName)
  }
}
