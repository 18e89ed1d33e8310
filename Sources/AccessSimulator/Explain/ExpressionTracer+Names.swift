import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

extension ExpressionTracer {
  /// Names in a condition of a subquery that mean the subquery's own columns although the policy's
  /// table has columns of the same names. An unqualified name goes to the innermost query that knows
  /// it, so that `m.org_id = org_id` compares `m` with itself: a classic leak.
  func innerNames(in condition: SQLExpression, of select: SQLSelect) -> [TraceNode] {
    let model = explainer.catalog.tables[table]
    let own = Set(model.columns.map(\.name))
    var notes: [String] = []
    var rest = [condition]
    while let next = rest.popLast() {
      switch next {
      case .column(nil, let name) where own.contains(name):
        if let source = source(of: name, in: select) {
          notes.append(
            "`\(name)` means \(source).\(name), not \(model.name.name).\(name)")
        }
      case .binary("=", let left, let right) where left == right:
        if case .column(let qualifier?, let name) = left, own.contains(name),
          qualifier != model.name.name
        {
          notes.append(
            "both sides are \(qualifier).\(name); the row's own is \(model.name.name).\(name)")
        }
      default: break
      }
      rest += next.children
    }
    var seen: Set<String> = []
    return notes.filter { seen.insert($0).inserted }.map { TraceNode(.note, $0) }
  }

  /// The alias of the relation in FROM that has a column.
  private func source(of column: String, in select: SQLSelect) -> String? {
    var items = select.from
    while let item = items.popLast() {
      switch item {
      case .relation(let schema, let name, let alias):
        guard let id = try? explainer.engine.catalog.names.relation(schema: schema, name),
          explainer.engine.catalog.names.columnNames(of: id).contains(column)
        else { continue }
        return alias ?? name
      case .join(_, let left, let right, _), .joinUsing(_, let left, let right, _),
        .joinNatural(_, let left, let right):
        items += [left, right]
      default: continue
      }
    }
    return nil
  }
}
