import AccessModel

/// The name of an output column that the query does not name.
/// Source: `FigureColnameInternal()` in `src/backend/parser/parse_target.c`.
enum OutputName {
  static func of(_ expression: SQLExpression) -> String { figure(expression)?.name ?? "?column?" }

  /// The name, and whether it is a good one, that CASE and casts do not replace.
  private static func figure(_ expression: SQLExpression) -> (name: String, isGood: Bool)? {
    switch expression {
    case .column(_, let name), .schemaColumn(_, _, let name), .field(_, let name),
      .wholeRow(let name):
      return (name, true)
    case .call(let call): return (call.name, true)
    case .nullIf: return ("nullif", true)
    case .coalesce: return ("coalesce", true)
    case .extremum(_, let isGreatest): return (isGreatest ? "greatest" : "least", true)
    case .exists: return ("exists", true)
    case .array, .arrayQuery: return ("array", true)
    case .row: return ("row", true)
    case .valueFunction(let function): return (function.rawValue.lowercased(), true)
    case .subscripted(let operand, _, _, _), .collated(let operand, _): return figure(operand)
    case .cast(let operand, let type):
      if let inner = figure(operand), inner.isGood { return inner }
      return (internalName(type), false)
    case .cases(_, _, let otherwise):
      if let otherwise, let inner = figure(otherwise), inner.isGood { return inner }
      return ("case", false)
    case .scalarQuery(let query):
      guard case .select(let select) = query.body, let first = select.targets.first,
        case .expression(let inner, let name) = first
      else { return nil }
      return name.map { ($0, true) } ?? figure(inner)
    default: return nil
    }
  }

  private static func internalName(_ type: TypeName) -> String {
    switch type.name {
    case "boolean": "bool"
    case "smallint": "int2"
    case "integer": "int4"
    case "bigint": "int8"
    case "real": "float4"
    case "double precision": "float8"
    case "character varying": "varchar"
    case "character": "bpchar"
    case "timestamp without time zone": "timestamp"
    case "timestamp with time zone": "timestamptz"
    case "time without time zone": "time"
    case "time with time zone": "timetz"
    default: type.name.split(separator: ".").last.map(String.init) ?? type.name
    }
  }
}
