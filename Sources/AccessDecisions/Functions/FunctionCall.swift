import AccessFixtures
public import AccessModel

/// A function that clients can call, asked with many arguments at once.
///
/// A caller can give any arguments. Those tried are the values that stand in the fixtures' keys, and
/// for an array all of them together: whoever knows them gets the most out of the function.
public struct FunctionCall: Hashable, Sendable {
  /// The function.
  public var function: Catalog.Function
  /// `SELECT * FROM function($1, …)`, once for each choice of arguments.
  public var probe: Probe

  /// How many choices of arguments are tried at most, of one function.
  static let choices = 64

  /// The calls of all functions of the plan that clients can call: not those of triggers, nor
  /// those whose arguments nothing in the fixtures fits.
  static func all(of document: PlanDocument, values: [TypeName: [String]]) -> [FunctionCall] {
    document.catalog.functions.compactMap { function in
      guard function.origin == .plan, function.kind == .function,
        !["trigger", "event_trigger"].contains(function.returns.name)
      else { return nil }
      var sets: [[String?]] = [[]]
      for argument in function.arguments where argument.defaultValue == nil {
        let candidates = Self.candidates(argument.type, values)
        sets = Array(
          sets.lazy.flatMap { set in candidates.lazy.map { set + [$0] } }.prefix(choices))
      }
      let given = function.arguments.filter { $0.defaultValue == nil }
      let question = ProbeQuestion(calling: function.name, given.map { (nil, $0.type) })
      return FunctionCall(
        function: function, probe: Probe(question, parameterSets: sets))
    }
  }

  private static func candidates(_ type: TypeName, _ values: [TypeName: [String]]) -> [String?] {
    if type.isArray {
      let elements = values[TypeName(type.name)] ?? []
      return ["{" + elements.map(\.quotedArrayElement).joined(separator: ",") + "}"]
    }
    switch type.name {
    case "boolean": return ["true", "false"]
    case "json", "jsonb": return ["{}"]
    default: return values[type.withoutModifiers] ?? [nil]
    }
  }
}

extension ProbeQuestion {
  /// `SELECT * FROM function($1, name => $2, …)`.
  convenience init(
    calling function: QualifiedName, _ arguments: [(name: String?, type: TypeName)]
  ) {
    let values = arguments.enumerated().map { index, argument in
      let value = SQLExpression.cast(
        operand: .parameter(number: index + 1), type: argument.type)
      return argument.name.map { SQLExpression.namedArgument(name: $0, value: value) } ?? value
    }
    let call = SQLFunctionCall(schema: function.schema, function.name, values)
    let query = SQLQuery(
      SQLSelect(
        [.star(qualifier: nil)], from: [.function(SQLFromFunction(.call(call), alias: nil))]))
    self.init(.query(query), parameterTypes: arguments.map(\.type))
  }
}

extension RecordingEngine {
  /// The calls of all functions that clients can call.
  func calls(of document: PlanDocument) throws -> [FunctionCall] {
    guard document.catalog.functions.contains(where: { $0.origin == .plan }) else { return [] }
    return FunctionCall.all(of: document, values: try argumentValues(of: document))
  }

  /// The different values in key columns and texts of all tables, by type.
  private func argumentValues(of document: PlanDocument) throws -> [TypeName: [String]] {
    var values: [TypeName: [String]] = [:]
    var seen: [TypeName: Set<String>] = [:]
    for table in document.catalog.tables {
      guard let shape = RelationShape(table.name, in: document.catalog) else { continue }
      let keyed = Set(table.keys.flatMap(\.columns) + table.foreignKeys.flatMap(\.columns))
      let truth = try rows(
        of: StandardProbes(shape), for: Identity("", role: document.administrator),
        administrator: document.administrator)
      guard case .success(let rows) = truth else { continue }
      for (position, column) in shape.columns.enumerated() where keyed.contains(column.name) {
        let type = column.type.withoutModifiers
        for case let value? in rows.rows.map({ $0[position] })
        where seen[type, default: []].insert(value).inserted {
          values[type, default: []].append(value)
        }
      }
    }
    return values
  }
}
