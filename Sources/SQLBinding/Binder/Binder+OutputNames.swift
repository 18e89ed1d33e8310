import AccessModel
import SQLText

extension Binder {
  /// The name of an output column that is not named. Source: `FigureColname()`.
  static func columnName(of expression: SQLExpression) -> String {
    figuredName(of: expression).name
  }

  /// A weak name gives way to that of a cast around it.
  private static func figuredName(
    of expression: SQLExpression
  ) -> (name: String, isWeak: Bool) {
    switch expression {
    case .column(_, let name), .schemaColumn(_, _, let name), .wholeRow(let name),
      .field(_, let name):
      return (name, false)
    case .call(let call): return (call.name, false)
    case .cast(let operand, let type):
      let inner = figuredName(of: operand)
      return inner.isWeak ? (castName(type), true) : inner
    case .subscripted(let operand, _, _, _), .collated(let operand, _):
      return figuredName(of: operand)
    case .coalesce: return ("coalesce", false)
    case .nullIf: return ("nullif", false)
    case .extremum(_, let isGreatest): return (isGreatest ? "greatest" : "least", false)
    case .array, .arrayQuery: return ("array", false)
    case .row: return ("row", false)
    case .cases(_, _, let otherwise):
      let inner = otherwise.map(figuredName)
      return inner.map { $0.isWeak ? ("case", true) : $0 } ?? ("case", true)
    case .exists: return ("exists", false)
    case .valueFunction(let function): return (function.rawValue.lowercased(), false)
    case .scalarQuery(let query): return (firstName(of: query) ?? "?column?", false)
    default: return ("?column?", true)
    }
  }

  /// The name of a subquery's first output.
  private static func firstName(of query: SQLQuery) -> String? {
    switch query.body {
    case .select(let select):
      guard let first = select.targets.first, case .expression(let inner, let name) = first else {
        return nil
      }
      return name ?? columnName(of: inner)
    case .setOperation(let operation): return firstName(of: operation.left)
    case .values(let rows): return rows.isEmpty ? nil : "column1"
    case .unread: return nil
    }
  }

  /// Casts name their column by the internal type name.
  private static func castName(_ type: TypeName) -> String {
    let simple = DataType.simple.first { $0.description == type.name }
    return simple?.catalogName ?? identifiers(in: type.name)?.last ?? type.name
  }
}
