import AccessModel
import CPgQuery
import Foundation
import RowSecurity
import SQLBinding

extension CatalogBuilder {
  /// CREATE OPERATOR over a function. Estimators of PostgreSQL's own are read past: they choose plans.
  ///
  /// Source: `DefineOperator()` in `operatorcmds.c`, `OperatorCreate()` in `pg_operator.c`.
  mutating func createOperator(
    _ statement: PgQuery__DefineStmt
  ) throws(ReadFailure) -> Effect {
    let own = try definedName(statement)
    var (left, right): (TypeName?, TypeName?)
    var function: [String] = []
    for option in list(statement.n_definition, statement.definition)
    where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      guard let argument = element.arg, argument.kind == PG_QUERY__NODE__NODE_TYPE_NAME else {
        throw .unsupported("an option of CREATE OPERATOR")
      }
      let named = argument.pointee.type_name
      switch text(element.defname) {
      case "leftarg": left = state.resolved(try reader.typeName(named))
      case "rightarg": right = state.resolved(try reader.typeName(named))
      case "procedure", "function":
        function = named.map { strings(list($0.pointee.n_names, $0.pointee.names)) } ?? []
      case "restrict", "join": break
      default: throw .unsupported("an option of CREATE OPERATOR")
      }
    }
    let state42P13 = SQLState(rawValue: "42P13")
    guard !function.isEmpty else {
      throw .refused(state42P13, "operator function must be specified")
    }
    guard let right else {
      guard left == nil else {
        throw .refused(
          PostgresError(
            state42P13, "operator right argument type must be specified",
            detail: "Postfix operators are not supported."))
      }
      throw .refused(state42P13, "operator argument types must be specified")
    }
    let types = (left.map { [$0] } ?? []) + [right]
    for type in types { try requireType(type) }
    let found = try operatorFunction(function, types)
    let isTaken = state.catalog.operators.contains {
      $0.name == own && $0.operands == types
    }
    guard !isTaken else {
      throw .refused(SQLState(rawValue: "42723"), "operator \(own.name) already exists")
    }
    state.catalog.operators.append(
      Catalog.Operator(own, left: left, right: right, function: found, owner: state.currentRole))
    state.stamp(.operator(own, types))
    return .applied
  }

  /// The function of just these types that an operator calls, once it may be used for one.
  private func operatorFunction(
    _ written: [String], _ types: [TypeName]
  ) throws(ReadFailure) -> QualifiedName {
    let name = written.last ?? ""
    if written.count < 2 || written[0] == "pg_catalog",
      let builtin = builtinFunction(name, types)
    {
      guard !builtin.returnsSet, builtin.kind == .function else {
        throw .unsupported("an operator over what is no plain function")
      }
      return QualifiedName("pg_catalog", name)
    }
    guard let place = calledFunction(written, types) else {
      // Those that the list of PostgreSQL's own leaves out.
      guard
        Builtin.functions(named: name).isEmpty || types.contains(where: { !state.isBuiltin($0) })
      else { throw .unsupported("an operator over a function of PostgreSQL's own") }
      throw .refused(
        .undefinedFunction,
        "function \(written.joined(separator: "."))(\(state.signature(types))) does not exist")
    }
    let found = state.catalog.functions[place]
    try require(.execute(function: place, named: written.joined(separator: ".")))
    try requireType(found.returns)
    guard !found.returnsSet, found.kind == .function else {
      throw .unsupported("an operator over what is no plain function")
    }
    return found.name
  }

  private func builtinFunction(_ name: String, _ types: [TypeName]) -> Builtin? {
    let names = typeNames
    let wanted = types.map(names.type)
    return Builtin.functions(named: name).first { $0.arguments == wanted }
  }

  /// What DROP OPERATOR names.
  ///
  /// Source: `LookupOperWithArgs()` in `src/backend/parser/parse_oper.c`.
  func droppedOperator(_ object: Node) throws(ReadFailure) -> ObjectKey {
    guard object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS else {
      throw .unsupported("DROP OPERATOR")
    }
    let named = object.pointee.object_with_args.pointee
    let written = strings(list(named.n_objname, named.objname))
    guard let symbol = written.last, written.count <= 2 else {
      throw .unsupported("a name of \(written.count) parts")
    }
    let arguments = list(named.n_objargs, named.objargs)
    var types: [TypeName] = []
    for argument in arguments where argument.kind == PG_QUERY__NODE__NODE_TYPE_NAME {
      var type = state.resolved(try reader.typeName(argument.pointee.type_name))
      type.modifiers = []
      // It need not be one that may be used.
      let isKnown =
        state.isBuiltin(type) || state.customType(ofText: type.name) != nil
        || state.relationOfRowType(type) != nil
      if !isKnown { try requireType(type) }
      types.append(type)
    }
    guard arguments.last?.kind == PG_QUERY__NODE__NODE_TYPE_NAME else {
      throw .refused(.syntaxError, "postfix operators are not supported")
    }
    let names = typeNames
    let wanted = types.map(names.type)
    let isBuiltin =
      [symbol, "pg_catalog"].contains(written[0])
      && Builtin.operators(symbol, operands: types.count).contains { $0.arguments == wanted }
    guard !isBuiltin else {
      try require(
        .superuser(message: "must be owner of operator \(written.joined(separator: "."))"))
      let what = state.description(of: .operator(QualifiedName("pg_catalog", symbol), types))
      throw .refused(
        SQLState(rawValue: "2BP01"),
        "cannot drop \(what) because it is required by the database system")
    }
    let path = written.count > 1 ? [written[0]] : state.functionPath
    let found = path.lazy.compactMap { schema in
      self.state.catalog.operators.first {
        $0.name == QualifiedName(schema, symbol) && $0.operands == types
      }
    }.first
    guard let found else {
      let operands = types.map(state.typeText)
      let signature =
        (operands.dropLast() + [written.joined(separator: ".")] + operands.suffix(1))
        .joined(separator: " ")
      throw .refused(.undefinedFunction, "operator does not exist: \(signature)")
    }
    try require(
      .ownership(
        what: "operator \(written.joined(separator: "."))", owner: found.owner,
        schema: found.name.schema))
    return ObjectKey(found)
  }

  /// Which operator an expression means is known where there is one of its symbol.
  func requireKnownUses(of objects: [ObjectKey]) throws(ReadFailure) {
    for case .operator(let name, let types) in objects {
      let namesakes = state.catalog.operators.filter {
        $0.name.name == name.name && $0.operands.count == types.count
      }
      let isAlone =
        namesakes.count == 1 && Builtin.operators(name.name, operands: types.count).isEmpty
      guard isAlone || !mayUse(name.name) else {
        throw .unsupported("DROP OPERATOR of what may be used")
      }
    }
  }

  /// Whether what is stored as a tree may hold an operator.
  private func mayUse(_ symbol: String) -> Bool {
    var others = state.catalog
    others.operators = []
    guard let text = try? JSONEncoder().encode(others) else { return true }
    return String(decoding: text, as: UTF8.self).contains("\"\(symbol)\"")
  }
}
