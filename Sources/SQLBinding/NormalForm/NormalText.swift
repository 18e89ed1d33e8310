import AccessModel
import SQLText

/// Writes bound trees with names for positions: two catalogs number their objects differently.
struct NormalText {
  let names: CatalogNames
  /// The columns of each source of the queries around what is written, innermost last.
  private var scopes: [[[String]]] = []
  /// The tables of WITH, numbered as they are met.
  var commonTables: [Int: Int] = [:]
  /// The numbers of the keys that the innermost query groups by, without repeats.
  var groupKeys: [Int] = []
  /// Whether a literal of a type whose values are not modelled was written: the server may show
  /// the same value in other words.
  private(set) var hasUnreadLiteral = false

  init(_ names: CatalogNames) { self.names = names }

  mutating func enter(_ sources: [[String]]) { scopes.append(sources) }
  mutating func leave() { scopes.removeLast() }

  mutating func text(_ expression: BoundExpression) throws -> String {
    try written(expression.reduced)
  }

  mutating func list(_ expressions: [BoundExpression]) throws -> String {
    try expressions.map { try text($0) }.joined(separator: " ")
  }

  /// Of an expression that is reduced already.
  private mutating func written(_ expression: BoundExpression) throws -> String {
    switch expression {
    case .column(let position, _): column(position)
    case .constant(let value, let type): constant(value, type)
    case .parameter(let number, _): "$\(number)"
    case .compare(let symbol, let a, let b, let type):
      try node("\(symbol.rawValue) \(compared(type))", [a, b])
    case .arithmetic(let symbol, let a, let b, let type):
      try node("\(symbol.rawValue) \(type)", [a, b])
    case .negate(let a, let type): try node("negate \(type)", [a])
    case .builtin(let builtin, let list): try node(builtin.signature, list)
    case .function(let index, let list, _): try node(function(index), list)
    case .and(let list): try node("and", list)
    case .or(let list): try node("or", list)
    case .not(let a): try node("not", [a])
    case .test(let a, let test): try node(test.rawValue, [a])
    case .distinct(let a, let b, let type, _): try node("distinct \(compared(type))", [a, b])
    case .cases(let branches, let otherwise, let type):
      try node("case \(type)", branches.flatMap { [$0.condition, $0.result] } + [otherwise])
    case .coalesce(let list, let type): try node("coalesce \(type)", list)
    case .nullIf(let a, let equality, _): try node("nullif", [a, equality])
    case .cast(let a, let from, let to):
      try node("cast \(from) \(to.type)\(to.modifiers)", [a])
    case .valueFunction(let function): function.rawValue
    case .array(let list, let type): try node("array \(type)", list)
    case .quantified(let operation, let a, let b, let isAll):
      try node("\(isAll ? "all" : "any") \(text(operation))", [a, b])
    case .row(let list, let type): try node("row \(type)", list)
    case .compareRows(let symbol, let left, let right):
      try node("rows \(symbol.rawValue) \(left.count)", left + right)
    case .field(let a, let index, _): try node("field \(index)", [a])
    case .extremum(let list, let isGreatest, let type):
      try node("\(isGreatest ? "greatest" : "least") \(type)", list)
    case .groupKey(let index, _):
      "key#\(groupKeys.indices.contains(index) ? groupKeys[index] : index)"
    case .aggregate(let index, _): "aggregate#\(index)"
    case .window(let index, _): "window#\(index)"
    case .setResult(let index, _): "set#\(index)"
    case .subscripted(let a, let subscripts, _): try subscripted(a, subscripts)
    case .assigned: throw Unresolved()
    case .exists, .scalarQuery, .arrayQuery, .inQuery, .quantifiedQuery: try query(in: expression)
    }
  }

  private mutating func query(in expression: BoundExpression) throws -> String {
    switch expression {
    case .exists(let query): "(exists \(try text(query)))"
    case .scalarQuery(let query, _): "(value \(try text(query)))"
    case .arrayQuery(let query, _): "(array \(try text(query)))"
    case .inQuery(let a, let query, _, _): "(in \(try written(a)) \(try text(query)))"
    case .quantifiedQuery(let comparison):
      "(\(comparison.isOfOneRow ? "row" : comparison.isAll ? "all" : "any") \(comparison.symbol.rawValue) "
        + "\(try list(comparison.operands)) \(try text(comparison.query)))"
    default: throw Unresolved()
    }
  }

  private mutating func node(_ head: String, _ operands: [BoundExpression]) throws -> String {
    var text = "(" + head
    for operand in operands { text += " " + (try written(operand)) }
    return text + ")"
  }

  private mutating func subscripted(
    _ container: BoundExpression, _ subscripts: [BoundSubscript]
  ) throws -> String {
    var text = "(subscript \(try written(container))"
    for item in subscripts {
      let lower = try item.lower.map { try written($0) } ?? ""
      let upper = try item.upper.map { try written($0) } ?? ""
      text += " [\(lower)\(item.isSlice ? ":" : "")\(upper)]"
    }
    return text + ")"
  }

  private func column(_ position: ColumnPosition) -> String {
    let scope = scopes.count - 1 - position.level
    guard scopes.indices.contains(scope), scopes[scope].indices.contains(position.source),
      scopes[scope][position.source].indices.contains(position.column)
    else { return "\(position.level).\(position.source).#\(position.column)" }
    let name = scopes[scope][position.source][position.column]
    return "\(position.level).\(position.source).\(name)"
  }

  private mutating func constant(_ value: SQLValue, _ type: DataType) -> String {
    guard var text = value.output(as: type) else { return "null" }
    if case .text = value {
      switch type.base {
      case .object: if text.hasPrefix("pg_catalog.") { text.removeFirst("pg_catalog.".count) }
      case .text, .varchar, .character, .name, .byte, .json, .unknown, .pseudo: break
      default: hasUnreadLiteral = true
      }
    }
    if type.isExactNumber { return text }
    return type.isVaryingText || type == .unknown
      ? quoteLiteral(text) : "\(quoteLiteral(text))::\(type)"
  }

  /// Numbers of all widths compare alike, and so do texts.
  private func compared(_ type: DataType) -> String {
    type.isExactNumber ? "number" : type.isVaryingText ? "text" : type.description
  }

  private func text(_ operation: BoundOperator) -> String {
    switch operation {
    case .compare(let symbol, let type): "\(symbol.rawValue) \(compared(type))"
    case .builtin(let builtin): builtin.signature
    }
  }

  func function(_ index: Int) -> String {
    let function = names.catalog.functions[index]
    let arguments = function.arguments.map { sqlText($0.type) }.joined(separator: ",")
    return "\(sqlText(function.name))(\(arguments))"
  }
}

extension Builtin {
  /// Which one it is: `lower(text)`.
  /// With the columns that a column definition list names.
  var signature: String {
    guard case .record(let fields) = result, !fields.isEmpty else { return id }
    return id + fields.map { " \($0.name.debugDescription) \($0.type)" }.joined()
  }
}

extension DataType {
  var isExactNumber: Bool { isInteger || self == .numeric }
  var isVaryingText: Bool { self == .text || self == .varchar }
}
