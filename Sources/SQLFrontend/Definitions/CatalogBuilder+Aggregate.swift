import AccessModel
import CPgQuery
import RowSecurity
import SQLBinding

/// CREATE AGGREGATE: what is known of one is who may call it. Calls are undecided.
extension CatalogBuilder {
  /// One of a transition function and the type of its state.
  ///
  /// Source: `DefineAggregate()` in `src/backend/commands/aggregatecmds.c`, `AggregateCreate()` in
  /// `src/backend/catalog/pg_aggregate.c`.
  mutating func createAggregate(
    _ statement: PgQuery__DefineStmt
  ) throws(ReadFailure) -> Effect {
    guard statement.oldstyle == 0 else { throw Self.unmodelled }
    let name = try definedName(statement)
    let arguments = try aggregateArguments(statement)
    let parts = try aggregateParts(statement)
    guard let transition = parts.transition, let state = parts.state else { throw Self.unmodelled }
    for type in arguments + [state] { try requireType(type) }
    try requireTransition(transition, from: [state] + arguments, to: state)
    var function = Catalog.Function(
      name, returns: state, language: "internal", body: .text(""),
      volatility: .immutable, owner: self.state.currentRole,
      acl: self.state.newACL(.functions, in: name.schema), origin: origin, place: place)
    function.kind = .aggregate
    function.arguments = arguments.map { Catalog.Function.Argument(nil, $0) }
    try add(function, isReplacing: statement.replace != 0)
    return .applied
  }

  private static let unmodelled = ReadFailure.unsupported("CREATE AGGREGATE")

  private func aggregateArguments(
    _ statement: PgQuery__DefineStmt
  ) throws(ReadFailure) -> [TypeName] {
    guard let node = list(statement.n_args, statement.args).first,
      node.kind == PG_QUERY__NODE__NODE_LIST
    else { throw Self.unmodelled }
    var types: [TypeName] = []
    for item in list(node.pointee.list.pointee.n_items, node.pointee.list.pointee.items) {
      guard item.kind == PG_QUERY__NODE__NODE_FUNCTION_PARAMETER else { throw Self.unmodelled }
      let parameter = item.pointee.function_parameter.pointee
      let isPlain = [
        PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_IN,
        PG_QUERY__FUNCTION_PARAMETER_MODE__FUNC_PARAM_DEFAULT,
      ].contains(parameter.mode)
      guard isPlain, text(parameter.name).isEmpty, parameter.defexpr == nil else {
        throw Self.unmodelled
      }
      types.append(try argumentType(parameter.arg_type))
    }
    guard !types.isEmpty else { throw Self.unmodelled }
    return types
  }

  private func aggregateParts(
    _ statement: PgQuery__DefineStmt
  ) throws(ReadFailure) -> (transition: [String]?, state: TypeName?) {
    var (transition, state): ([String]?, TypeName?)
    for option in list(statement.n_definition, statement.definition)
    where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      guard let argument = element.arg, argument.kind == PG_QUERY__NODE__NODE_TYPE_NAME,
        let named = argument.pointee.type_name
      else { throw Self.unmodelled }
      switch text(element.defname) {
      case "sfunc", "sfunc1":
        transition = strings(list(named.pointee.n_names, named.pointee.names))
      case "stype", "stype1": state = try argumentType(named)
      default: throw Self.unmodelled
      }
    }
    return (transition, state)
  }

  /// Source: `lookup_agg_function()`.
  private func requireTransition(
    _ name: [String], from types: [TypeName], to state: TypeName
  ) throws(ReadFailure) {
    guard let last = name.last, name.count <= 2 else { throw Self.unmodelled }
    if let own = calledFunction(name, types) {
      try require(.execute(function: own, named: last))
      // What depends on it is not kept.
      throw Self.unmodelled
    }
    let names = typeNames
    let wanted = types.map { names.type($0)?.base }
    let isBuiltin = Builtin.functions(named: last).contains {
      $0.kind == .function && $0.arguments == wanted && $0.result == names.type(state)
        && (!$0.isStrict || wanted.dropFirst().first == wanted[0])
    }
    guard isBuiltin, name.count == 1 || name[0] == "pg_catalog" else { throw Self.unmodelled }
  }
}
