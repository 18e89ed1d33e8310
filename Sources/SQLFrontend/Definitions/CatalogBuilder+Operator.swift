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
    guard let name = function.last else {
      throw .refused(state42P13, "operator function must be specified")
    }
    guard let right else {
      guard left == nil else { throw .unsupported("a postfix operator") }
      throw .refused(state42P13, "operator argument types must be specified")
    }
    let types = (left.map { [$0] } ?? []) + [right]
    guard let found = calledFunction(function, types).map({ state.catalog.functions[$0] }) else {
      guard Builtin.functions(named: name).isEmpty else {
        throw .unsupported("an operator over a function of PostgreSQL's own")
      }
      let signature = types.map { state.typeText($0) }.joined(separator: ", ")
      throw .refused(.undefinedFunction, "function \(name)(\(signature)) does not exist")
    }
    guard !found.returnsSet, found.owner == state.currentRole || state.isSuperuser else {
      throw .unsupported("an operator over somebody else's function")
    }
    let isTaken = state.catalog.operators.contains {
      $0.name == own && $0.operands == types
    }
    guard !isTaken else {
      throw .refused(SQLState(rawValue: "42723"), "operator \(own.name) already exists")
    }
    state.catalog.operators.append(
      Catalog.Operator(
        own, left: left, right: right, function: found.name,
        owner: state.currentRole))
    return .applied
  }

  /// DROP OPERATOR of those that nothing in the catalog can use.
  mutating func dropOperators(_ objects: [Node]) throws(ReadFailure) -> Effect {
    for object in objects {
      guard object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS else {
        throw .unsupported("DROP OPERATOR")
      }
      let named = object.pointee.object_with_args.pointee
      let names = strings(list(named.n_objname, named.objname))
      var types: [TypeName] = []
      for argument in list(named.n_objargs, named.objargs)
      where argument.kind == PG_QUERY__NODE__NODE_TYPE_NAME {
        types.append(state.resolved(try reader.typeName(argument.pointee.type_name)))
      }
      let path = names.count > 1 ? [names[0]] : state.searchPath
      guard let symbol = names.last,
        let index = state.catalog.operators.firstIndex(where: {
          path.contains($0.name.schema) && $0.name.name == symbol && $0.operands == types
        }), state.catalog.operators[index].owner == state.currentRole || state.isSuperuser,
        !mayUse(symbol)
      else { throw .unsupported("DROP OPERATOR") }
      state.catalog.operators.remove(at: index)
    }
    return .applied
  }

  /// Whether what is stored as a tree may hold an operator.
  private func mayUse(_ symbol: String) -> Bool {
    var others = state.catalog
    others.operators = []
    guard let text = try? JSONEncoder().encode(others) else { return true }
    return String(decoding: text, as: UTF8.self).contains("\"\(symbol)\"")
  }
}
