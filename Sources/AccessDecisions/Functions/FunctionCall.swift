import AccessFixtures
public import AccessModel

/// A function that clients can call, asked with many arguments at once.
///
/// A caller can give any arguments. Those tried are the values that stand in the fixtures' keys and
/// texts, and for an array all of them together: whoever knows them gets the most out of the function.
public struct FunctionCall: Hashable, Sendable {
  /// The function.
  public var function: Catalog.Function
  /// `SELECT * FROM function($1, …)`, once for each choice of arguments.
  public var probe: Probe

  /// The same with its optional arguments given, too; nil if it has none.
  public var fullProbe: Probe?
  /// The arguments that nothing in the fixtures fits: only NULL, or an empty document, is tried.
  public var untried: [String]

  init(function: Catalog.Function, probe: Probe, untried: [String]) {
    self.function = function
    self.probe = probe
    self.untried = untried
  }

  /// All that is asked of it.
  var probes: [Probe] { [probe] + (fullProbe.map { [$0] } ?? []) }
}

extension ProbeQuestion {
  /// `SELECT * FROM function($1, name => $2, …)`; as a value, `SELECT function($1, …)`, which is how
  /// records of unknown columns can be had.
  convenience init(
    calling function: QualifiedName, _ arguments: [(name: String?, type: TypeName)],
    asValue: Bool = false
  ) {
    let values = arguments.enumerated().map { index, argument in
      let value = SQLExpression.cast(
        operand: .parameter(number: index + 1), type: argument.type)
      return argument.name.map { SQLExpression.namedArgument(name: $0, value: value) } ?? value
    }
    let call = SQLFunctionCall(schema: function.schema, function.name, values)
    let from = SQLFromItem.function(SQLFromFunction(.call(call), alias: nil))
    let query = SQLQuery(
      asValue
        ? SQLSelect([.expression(.call(call), name: nil)])
        : SQLSelect([.star(qualifier: nil)], from: [from]))
    self.init(.query(query), parameterTypes: arguments.map(\.type))
  }
}
