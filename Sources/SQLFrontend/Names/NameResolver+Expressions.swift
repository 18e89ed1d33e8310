import AccessModel
import SQLBinding

extension NameResolver {
  mutating func resolve(_ expression: SQLExpression) throws(ReadFailure) -> SQLExpression {
    switch expression {
    case .column(let qualifier, let name): return try column(qualifier, name)
    case .schemaColumn(let schema, let relation, let name):
      try requireSource(relation, in: schema)
      return try column(relation, name)
    case .literal(let literal):
      guard case .string(let text) = literal else { return expression }
      noteLabel(in: text)
      return settled?.text(for: text).map { .literal(.string($0)) } ?? expression
    case .unread(let text):
      noteLabel(in: "(\(text))")
      return expression
    case .parameter, .valueFunction: return expression
    case .wholeRow(let qualifier): return try wholeRow(qualifier)
    case .call(let call): return .call(try resolve(call))
    case .unary(let symbol, let operand):
      return .unary(symbol: symbol, operand: try resolve(operand))
    case .binary(let symbol, let left, let right):
      return .binary(
        symbol: symbol, left: try resolve(relabeled(left, beside: right)),
        right: try resolve(relabeled(right, beside: left)))
    case .and(let operands): return .and(operands: try resolve(operands))
    case .or(let operands): return .or(operands: try resolve(operands))
    case .not(let operand): return .not(operand: try resolve(operand))
    case .test(let operand, let kind): return .test(operand: try resolve(operand), kind: kind)
    case .distinct(let left, let right, let negated):
      return .distinct(
        left: try resolve(relabeled(left, beside: right)),
        right: try resolve(relabeled(right, beside: left)), negated: negated)
    case .inList(let operand, let list, let negated):
      return .inList(
        operand: try resolve(operand),
        list: try resolve(list.map { relabeled($0, beside: operand) }),
        negated: negated)
    case .inQuery(let operand, let query, let negated):
      // The query comes first: `transformSubLink()` in `src/backend/parser/parse_expr.c`.
      let inner = try resolve(query)
      return .inQuery(operand: try resolve(operand), query: inner, negated: negated)
    case .exists(let query): return .exists(query: try resolve(query))
    case .scalarQuery(let query): return .scalarQuery(query: try resolve(query))
    case .between(let operand, let low, let high, let negated):
      return .between(
        operand: try resolve(operand), low: try resolve(low), high: try resolve(high),
        negated: negated)
    case .like(let operand, let pattern, let negated, let insensitive):
      return .like(
        operand: try resolve(operand), pattern: try resolve(pattern), negated: negated,
        insensitive: insensitive)
    case .cases(let operand, let branches, let otherwise):
      var resolved: [SQLCaseBranch] = []
      for branch in branches {
        resolved.append(
          SQLCaseBranch(when: try resolve(branch.condition), then: try resolve(branch.result)))
      }
      return .cases(
        operand: try optional(operand), branches: resolved, otherwise: try optional(otherwise))
    case .coalesce(let operands): return .coalesce(operands: try resolve(operands))
    case .nullIf(let left, let right):
      return .nullIf(left: try resolve(left), right: try resolve(right))
    case .cast(let operand, let type):
      let parts = SearchPath.dotted(type.name)
      if parts.count == 2 { try requireUsage(of: parts[0]) }
      return cast(try resolve(relabeled(operand, as: state.resolved(type))), type)
    case .array(let elements): return .array(elements: try resolve(elements))
    case .arrayQuery(let query): return .arrayQuery(query: try resolve(query))
    case .quantified(let symbol, let left, let array, let isAll):
      return .quantified(
        symbol: symbol, left: try resolve(left), array: try resolve(array), isAll: isAll)
    case .quantifiedQuery(let symbol, let left, let query, let isAll):
      let inner = try resolve(query)
      return .quantifiedQuery(
        symbol: symbol, left: try resolve(left), query: inner, isAll: isAll)
    case .row(let fields):
      let resolved = try resolve(fields)
      // `ROW(t)` is no `ROW(t.*)`, but would look like it from here on.
      for case (.column, .wholeRow) in zip(fields, resolved) {
        throw .unsupported("a relation's row inside ROW()")
      }
      return .row(fields: resolved)
    case .subscripted(let operand, let lower, let upper, let isSlice):
      return .subscripted(
        operand: try resolve(operand), lower: try optional(lower), upper: try optional(upper),
        isSlice: isSlice)
    case .field(let operand, let name):
      var row = relation(ofRow: operand)
      let own = self.name(ofField: name, of: operand)
      let resolved = try resolve(operand)
      // `(t).x`: a name that no column has, but the table.
      if case (.column, .wholeRow) = (operand, resolved) { row = relation(ofRow: resolved) }
      guard let row, state.columns(of: row)?.contains(where: { $0.name == name }) == true else {
        return .field(operand: resolved, name: own)
      }
      let field = note(Source(alias: "", relation: row), name)
      return .field(operand: resolved, name: field)
    case .collated(let operand, let collation):
      try state.requireCollation(collation)
      return .collated(operand: try resolve(operand), collation: collation)
    case .extremum(let operands, let isGreatest):
      return .extremum(operands: try resolve(operands), isGreatest: isGreatest)
    case .namedArgument(let name, let value):
      return .namedArgument(name: name, value: try resolve(value))
    }
  }

  /// What a field of a composite type is to be called.
  private mutating func name(ofField name: String, of operand: SQLExpression) -> String {
    guard let renamedField, renamedField.old == name else { return name }
    guard let type = type(of: operand) else {
      captured = captured ?? name
      return name
    }
    return state.customType(ofText: type.name) == renamedField.type ? renamedField.new : name
  }

  /// The relation whose row an expression gives, where that is seen without binding it.
  func relation(ofRow expression: SQLExpression) -> QualifiedName? {
    switch expression {
    case .wholeRow(let alias):
      if let source = scopes.reversed().joined().first(where: { $0.alias == alias }) {
        return source.ownNames == nil ? source.relation : nil
      }
      return arguments.firstIndex(of: alias).flatMap {
        relation(ofRow: .parameter(number: $0 + 1))
      }
    case .column(let qualifier, let name):
      if let row = source(of: qualifier, name)?.rows[name] { return row }
    default: break
    }
    return type(of: expression).flatMap(state.relationOfRowType)
  }

  private func source(of qualifier: String?, _ name: String) -> Source? {
    scopes.reversed().joined().first {
      qualifier == nil ? $0.shows(name) : $0.alias == qualifier
    }
  }

  /// The type of an expression, where that is seen without binding it.
  func type(of expression: SQLExpression) -> TypeName? {
    switch expression {
    case .parameter(let number):
      return argumentTypes.indices.contains(number - 1) ? argumentTypes[number - 1] : nil
    case .cast(_, let type): return type
    case .column(let qualifier, let name):
      if let source = source(of: qualifier, name) {
        return columns(behind: name, of: source).first.flatMap { column in
          state.columns(of: column.relation)?.first { $0.name == column.name }?.type
        }
      }
      guard qualifier == nil || qualifier == functionName else { return nil }
      return arguments.firstIndex(of: name).flatMap { type(of: .parameter(number: $0 + 1)) }
    case .field(let operand, let name):
      guard let row = type(of: operand) else { return nil }
      if let relation = state.relationOfRowType(row) {
        return state.columns(of: relation)?.first { $0.name == name }?.type
      }
      let own = state.customType(ofText: row.name)
      guard
        case .composite(let fields)? = state.catalog.types.first(where: { $0.name == own })?.kind
      else { return nil }
      return fields.first { $0.name == name }?.type
    case .call(let call):
      return state.catalog.functions.first {
        $0.name.name == call.name && (call.schema ?? $0.name.schema) == $0.name.schema
          && $0.takes(call.arguments.count)
      }?.returns
    default: return nil
    }
  }

  private func relabeled(_ constant: SQLExpression, beside other: SQLExpression) -> SQLExpression {
    renamedLabel == nil ? constant : relabeled(constant, as: type(of: other))
  }

  /// A constant of an enum, as the label is to be called.
  func relabeled(_ constant: SQLExpression, as type: TypeName?) -> SQLExpression {
    guard let renamedLabel, let type, type.name == renamedLabel.type,
      case .literal(.string(let text)) = constant
    else { return constant }
    if !type.isArray {
      return text == renamedLabel.old ? .literal(.string(renamedLabel.new)) : constant
    }
    let labels = DataType.array(.text)
    guard case .array(var array) = try? SQLValue.input(text, as: labels) else { return constant }
    for place in array.elements.indices where array.elements[place] == .text(Text(renamedLabel.old))
    {
      array.elements[place] = .text(Text(renamedLabel.new))
    }
    return SQLValue.array(array).output(as: labels).map { .literal(.string($0)) } ?? constant
  }

  /// Types of the database's own get their schema; so does the sequence of `'s'::regclass`.
  private func cast(_ operand: SQLExpression, _ type: TypeName) -> SQLExpression {
    if type.name == "regclass", case .literal(.string(let name)) = operand {
      return .cast(operand: .string(sequenceName(name)), type: type)
    }
    return .cast(operand: operand, type: newName(of: state.resolved(type)))
  }

  /// What a type is to be called.
  func newName(of type: TypeName) -> TypeName {
    var result = type
    if let renamedType, renamedType.old == type.name { result.name = renamedType.new }
    let parts = SearchPath.dotted(type.name)
    if let renamedRelation, parts == [renamedRelation.old.schema, renamedRelation.old.name] {
      result.name = SyntaxReader.dotted(renamedRelation.new.schema, renamedRelation.new.name)
    }
    if let renamedSchema, parts.count == 2, parts[0] == renamedSchema.old {
      result.name = SyntaxReader.dotted(renamedSchema.new, parts[1])
    }
    return result
  }

  private func sequenceName(_ text: String) -> String {
    if renamedRelation != nil || renamedSchema != nil, let found = state.relation(ofText: text),
      newName(of: found) != found
    {
      return SyntaxReader.dotted(newName(of: found).schema, newName(of: found).name)
    }
    guard !text.contains("\""), !text.contains("."),
      let found = state.find(SQLRelationName(text), in: searchPath)
    else { return text }
    return SyntaxReader.dotted(found.schema, found.name)
  }

  private mutating func wholeRow(_ qualifier: String) throws(ReadFailure) -> SQLExpression {
    for scope in scopes.reversed() {
      guard let source = scope.first(where: { $0.alias == qualifier }) else { continue }
      // It needs the relation, but none of its columns.
      // Source: `find_expr_references_walker()` in `src/backend/catalog/dependency.c`.
      return .wholeRow(qualifier: alias(of: source))
    }
    // `(x).y` of an argument, or a name that is not known.
    return .wholeRow(qualifier: qualifier)
  }

  mutating func resolve(_ list: [SQLExpression]) throws(ReadFailure) -> [SQLExpression] {
    var result: [SQLExpression] = []
    for item in list { result.append(try resolve(item)) }
    return result
  }

  mutating func optional(_ expression: SQLExpression?) throws(ReadFailure) -> SQLExpression? {
    guard let expression else { return nil }
    return try resolve(expression)
  }

  private mutating func resolve(_ call: SQLFunctionCall) throws(ReadFailure) -> SQLFunctionCall {
    var result = call
    if let renamedSchema, call.schema == renamedSchema.old { result.schema = renamedSchema.new }
    result.arguments = try resolve(call.arguments)
    try requireUsage(of: call.schema)
    if call.schema == nil || call.schema == "pg_catalog",
      ["nextval", "currval", "setval"].contains(call.name),
      case .literal(.string(let name))? = call.arguments.first
    {
      let sequence = SQLExpression.string(sequenceName(name))
      result.arguments[0] = .cast(operand: sequence, type: TypeName("regclass"))
    }
    // Found through a path that is not the default one, it must say its schema.
    if call.schema == nil, call.meaning == nil, call.clauses?.isGrouping != true {
      let homes = homes(ofFunction: call.name)
      if homes.count > 1 {
        result.meaning = .open(path: homes)
      } else if let home = homes.first, home != "public" {
        result.schema = home == renamedSchema?.old ? renamedSchema?.new : home
      }
    }
    storedCalls?.visit(&result)
    if let meaning = result.meaning { try settle(&result, meaning) }
    if var clauses = call.clauses {
      clauses.orderBy = try resolve(clauses.orderBy)
      clauses.filter = try optional(clauses.filter)
      if let window = clauses.window {
        clauses.window = SQLWindow(
          partitionBy: try resolve(window.partitionBy), orderBy: try resolve(window.orderBy),
          frame: try frame(window.frame))
      }
      result.clauses = clauses
    }
    return result
  }

  /// The schemas of the path that have functions of a name; PostgreSQL's own are looked for beside
  /// others.
  private func homes(ofFunction name: String) -> [String] {
    var homes: [String] = []
    for schema in searchPath where !homes.contains(schema) {
      if state.catalog.functions.contains(where: { $0.name == QualifiedName(schema, name) }) {
        homes.append(schema)
      }
    }
    guard !homes.isEmpty, homes != ["public"], !Builtin.functions(named: name).isEmpty else {
      return homes
    }
    let place = searchPath.firstIndex(of: "pg_catalog") ?? 0
    let before = searchPath[..<place].count { homes.contains($0) }
    homes.insert("pg_catalog", at: before)
    return homes
  }

  /// A call that says which function it means goes along with what that is called.
  private func settle(
    _ call: inout SQLFunctionCall, _ meaning: SQLFunctionCall.Meaning
  ) throws(ReadFailure) {
    if case .open(let number, let path?) = meaning, let renamedSchema {
      let moved = path.map { $0 == renamedSchema.old ? renamedSchema.new : $0 }
      call.meaning = .open(number: number, path: moved)
    }
    guard case .function(var name, var types) = meaning else { return }
    if let renamedFunction, renamedFunction.old == name,
      CatalogBuilder.same(renamedFunction.arguments, types)
    {
      name = renamedFunction.new
      call.name = name.name
      call.schema = name.schema == "public" ? nil : name.schema
    } else if let renamedSchema, renamedSchema.old == name.schema {
      name.schema = renamedSchema.new
    }
    types = types.map(newName)
    call.meaning = .function(name, types)
  }

  private mutating func frame(
    _ frame: SQLWindowFrame?
  ) throws(ReadFailure) -> SQLWindowFrame? {
    guard let frame else { return nil }
    return try frame.mapOffsets { (offset) throws(ReadFailure) in try resolve(offset) }
  }

  mutating func resolve(_ orders: [SQLOrder]) throws(ReadFailure) -> [SQLOrder] {
    var result: [SQLOrder] = []
    for order in orders {
      var resolved = order
      resolved.expression = try resolve(order.expression)
      result.append(resolved)
    }
    return result
  }
}
