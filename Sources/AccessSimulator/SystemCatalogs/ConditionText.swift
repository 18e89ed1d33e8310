import AccessModel
import SQLBinding
import SQLText

/// A policy's condition as `pg_get_expr()` shows it: `(own = CURRENT_USER)`.
///
/// Types that literals take are written, and so are conversions that nobody wrote. Only forms whose
/// text is sure are; nil stands for any other.
///
/// Source: `get_rule_expr()` in `src/backend/utils/adt/ruleutils.c`.
struct ConditionText {
  private let catalog: BoundCatalog
  private let table: Int
  /// Functions of other schemas are written with theirs.
  private let searchPath: [String]

  init(_ catalog: BoundCatalog, table: Int, searchPath: [String]) {
    (self.catalog, self.table, self.searchPath) = (catalog, table, searchPath)
  }

  /// Nil where it is not known what the server shows.
  func text(_ condition: SQLExpression) -> String? {
    if case .literal(.boolean(let value)) = condition { return value ? "true" : "false" }
    guard type(of: condition) == .boolean else { return nil }
    return written(condition)
  }

  /// Nil for a literal that takes its type from what stands beside it.
  private func type(of expression: SQLExpression) -> DataType? {
    switch expression {
    case .literal(.string), .literal(.null): return nil
    default: return try? catalog.bind(expression, overTable: table).type
    }
  }

  /// What is of a type of its own.
  private func written(_ expression: SQLExpression) -> String? {
    switch expression {
    case .column(_, let name):
      guard catalog.catalog.tables[table].columns.contains(where: { $0.name == name }) else {
        return nil
      }
      return quoteIdentifier(name)
    case .literal(let literal): return constant(literal)
    case .valueFunction(let function): return function.rawValue
    case .and(let operands): return joined(operands, " AND ")
    case .or(let operands): return joined(operands, " OR ")
    case .not(let operand): return boolean(operand).map { "(NOT \($0))" }
    case .test(let operand, let kind):
      guard type(of: operand)?.isRow == false, let text = written(operand) else { return nil }
      return "(\(text) \(kind.rawValue))"
    case .between(let operand, let low, let high, let negated):
      guard let first = operation(negated ? "<" : ">=", operand, low),
        let last = operation(negated ? ">" : "<=", operand, high)
      else { return nil }
      return "(\(first) \(negated ? "OR" : "AND") \(last))"
    case .binary(let symbol, let left, let right): return operation(symbol, left, right)
    case .like(let operand, let pattern, let negated, let insensitive):
      let symbol = (negated ? "!~~" : "~~") + (insensitive ? "*" : "")
      return operation(symbol, operand, pattern)
    case .inList(let operand, let list, let negated): return member(operand, list, negated: negated)
    case .distinct(let left, let right, let negated):
      guard let pair = pair(left, right, isComparison: true) else { return nil }
      let text = "(\(pair.0) IS DISTINCT FROM \(pair.1))"
      return negated ? "(NOT \(text))" : text
    case .coalesce(let operands): return listed(operands).map { "COALESCE(\($0))" }
    case .nullIf(let left, let right): return listed([left, right]).map { "NULLIF(\($0))" }
    case .cast(let operand, let name): return cast(operand, name)
    case .call(let call): return self.call(call)
    default: return nil
    }
  }

  /// A part of an index as DETAIL shows it: `lower(email::text)`. Only calls over columns and
  /// constants are known, which have no parentheses that might be left out.
  ///
  /// Source: `pg_get_indexdef_columns()` in `ruleutils.c`.
  func indexPart(_ expression: SQLExpression) -> String? {
    guard case .call(let call) = expression else { return nil }
    var columns: [String] = []
    for argument in call.arguments {
      switch argument {
      case .column(_, let name): columns.append(quoteIdentifier(name))
      case .literal: break
      default: return nil
      }
    }
    return self.call(call).map { text in
      columns.reduce(text) { $0.replacing("(\($1))::text", with: "\($1)::text") }
    }
  }

  private func boolean(_ expression: SQLExpression) -> String? {
    if case .literal(.boolean(let value)) = expression { return value ? "true" : "false" }
    return type(of: expression) == .boolean ? written(expression) : nil
  }

  private func joined(_ operands: [SQLExpression], _ word: String) -> String? {
    let parts = operands.compactMap(boolean)
    return parts.count == operands.count ? "(\(parts.joined(separator: word)))" : nil
  }

  private func constant(_ literal: SQLLiteral) -> String? {
    switch literal {
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value):
      Int32(exactly: value) == nil
        ? "'\(value)'::bigint" : value < 0 ? "'\(value)'::integer" : "\(value)"
    case .decimal(let digits): digits.utf8.allSatisfy(Self.isOfNumber) ? digits : nil
    case .string, .null: nil
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".")
  }

  /// A literal that takes `type`.
  private func literal(_ expression: SQLExpression, as type: DataType) -> String? {
    switch expression {
    case .literal(.null): return type.isPseudo ? nil : "NULL::\(type)"
    case .literal(.string(let string)):
      switch type {
      case .text, .name: break
      case .uuid:
        guard (try? SQLValue.input(string, as: .uuid).output(as: .uuid)) == string else {
          return nil
        }
      case .integer:
        guard let value = Int32(string), value >= 0, "\(value)" == string else { return nil }
        return string
      default: return nil
      }
      return "\(quoteStandardLiteral(string))::\(type)"
    default: return nil
    }
  }

  private func operation(
    _ symbol: String, _ left: SQLExpression, _ right: SQLExpression
  ) -> String? {
    let isComparison = ComparisonOperator(symbol: symbol) != nil
    if ["->", "->>"].contains(symbol) {
      guard let type = type(of: left), type == .json || type == .jsonb, let text = written(left)
      else { return nil }
      let position = self.type(of: right) == .integer ? written(right) : nil
      let key = literal(right, as: .text) ?? position
      return key.map { "(\(text) \(symbol) \($0))" }
    }
    let isKnown =
      isComparison || ["+", "-", "*", "/", "%", "||"].contains(symbol) || symbol.hasSuffix("~~")
      || symbol.hasSuffix("~~*")
    guard isKnown, symbol != "||" || type(of: left) != .name,
      let pair = pair(left, right, isComparison: isComparison)
    else { return nil }
    return "(\(pair.0) \(symbol) \(pair.1))"
  }

  /// Both sides, as the operator for their types takes them.
  private func pair(
    _ left: SQLExpression, _ right: SQLExpression, isComparison: Bool
  ) -> (String, String)? {
    switch (type(of: left), type(of: right)) {
    case (nil, nil):
      guard let a = literal(left, as: .text), let b = literal(right, as: .text) else { return nil }
      return (a, b)
    case (nil, let type?):
      guard isComparison || type != .name, let b = operand(right, type),
        let a = literal(left, as: type.shown)
      else { return nil }
      return (a, b)
    case (let type?, nil):
      // `name LIKE text`.
      let other = type == .name && !isComparison ? .text : type.shown
      guard let a = operand(left, type), let b = literal(right, as: other) else { return nil }
      return (a, b)
    case (let first?, let second?):
      guard let a = operand(left, first), let b = operand(right, second) else { return nil }
      let (x, y) = (first.shown, second.shown)
      if !isComparison, x == .name || y == .name { return nil }
      if x == y { return x.hasOperators ? (a, b) : nil }
      if isComparison, x.isInteger && y.isInteger || x.isName && y.isName { return (a, b) }
      if x == .numeric, y.isInteger { return (a, "(\(b))::numeric") }
      if y == .numeric, x.isInteger { return ("(\(a))::numeric", b) }
      return nil
    }
  }

  /// One side; `character varying` is taken as `text`.
  private func operand(_ expression: SQLExpression, _ type: DataType) -> String? {
    guard let text = written(expression) else { return nil }
    return type == .varchar ? "(\(text))::text" : text
  }

  private func member(
    _ operand: SQLExpression, _ list: [SQLExpression], negated: Bool
  ) -> String? {
    if list.count == 1 { return operation(negated ? "<>" : "=", operand, list[0]) }
    guard let type = type(of: operand), let text = written(operand) else { return nil }
    let items = list.compactMap { item -> String? in
      if let text = literal(item, as: type) { return text }
      guard case .literal(.integer) = item, type == .integer else { return nil }
      return written(item)
    }
    guard items.count == list.count else { return nil }
    let array = "ARRAY[\(items.joined(separator: ", "))]"
    return "(\(text) \(negated ? "<> ALL" : "= ANY") (\(array)))"
  }

  /// Operands of one type.
  private func listed(_ operands: [SQLExpression]) -> String? {
    let types = Set(operands.compactMap(type))
    guard types.count == 1, let type = types.first, type == .text || type == .name else {
      return nil
    }
    let parts = operands.compactMap { literal($0, as: type) ?? written($0) }
    return parts.count == operands.count ? parts.joined(separator: ", ") : nil
  }

  private func cast(_ operand: SQLExpression, _ name: TypeName) -> String? {
    guard name.modifiers.isEmpty, !name.isArray, let target = DataType(name) else { return nil }
    guard let type = type(of: operand) else { return literal(operand, as: target) }
    guard let text = written(operand) else { return nil }
    return type == target ? text : "(\(text))::\(target)"
  }

  private func call(_ call: SQLFunctionCall) -> String? {
    guard call.clauses == nil, !call.isStar, !call.isDistinct else { return nil }
    let name: String
    let types: [DataType]
    switch try? catalog.bind(.call(call), overTable: table) {
    case .function(let index, let arguments, _):
      let found = catalog.catalog.functions[index]
      let function = found.name
      let own = found.arguments.map(\.type)
      // The first with these arguments hides others.
      let home = searchPath.first { schema in
        catalog.catalog.functions.contains {
          $0.name == QualifiedName(schema, function.name) && $0.arguments.map(\.type) == own
        }
      }
      let isVisible = home == function.schema
      name = isVisible ? quoteIdentifier(function.name) : sqlText(function)
      types = arguments.map(\.type)
    case .builtin(let builtin, _):
      guard !Self.specialForms.contains(call.name) else { return nil }
      (name, types) = (quoteIdentifier(call.name), builtin.arguments)
    default: return nil
    }
    guard types.count == call.arguments.count else { return nil }
    var parts: [String] = []
    for (argument, type) in zip(call.arguments, types) {
      if let text = literal(argument, as: type) {
        parts.append(text)
      } else {
        guard let own = self.type(of: argument), own == type || own.isShownConverted(to: type),
          let text = written(argument)
        else { return nil }
        parts.append(own == type ? text : "(\(text))::\(type)")
      }
    }
    return "\(name)(\(parts.joined(separator: ", ")))"
  }

  /// Functions that SQL has a syntax of its own for: which was written is not known.
  private static let specialForms: Set = [
    "extract", "date_part", "timezone", "overlaps", "position", "substring", "btrim", "ltrim",
    "rtrim", "overlay", "normalize", "is_normalized", "xmlexists",
  ]
}

extension DataType {
  /// What operators take it as.
  fileprivate var shown: DataType { self == .varchar ? .text : self }
  /// As an argument, where nobody wrote the conversion.
  fileprivate func isShownConverted(to other: DataType) -> Bool {
    let numbers: [DataType] = [.smallint, .integer, .bigint, .numeric, .double]
    guard let from = numbers.firstIndex(of: self), let to = numbers.firstIndex(of: other) else {
      return (self, other) == (.varchar, .text)
    }
    return from < to
  }

  fileprivate var isName: Bool { self == .text || self == .name }

  /// Types whose operators are their own.
  fileprivate var hasOperators: Bool {
    switch self {
    case .smallint, .integer, .bigint, .numeric, .double, .text, .name, .boolean, .uuid, .date,
      .timestamp, .timestamptz, .jsonb:
      true
    default: false
    }
  }
}
