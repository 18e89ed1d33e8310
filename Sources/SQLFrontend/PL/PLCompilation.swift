import AccessModel
import SQLBinding

/// What PL/pgSQL knows of a function whose body is checked, when the function is made or the block
/// of a DO runs. Without one a body is only read.
///
/// Source: `do_compile()` and `plpgsql_compile_inline()` in `pl_comp.c`; `plpgsql_validator()`.
struct PLCompilation {
  /// What RETURN may give.
  enum Result {
    case nothing, value, set, outputs
    case procedure
  }

  /// Of a variable that hides one of a block around, by `plpgsql.extra_warnings` and its like.
  enum Shadowing { case allowed, warned, refused }

  var shadowing = Shadowing.allowed
  /// As CONTEXT names it.
  let function: String
  let result: Result
  let hasOutputs: Bool
  let names: PLNamespace
  let types: PLTypeLookup

  init(_ function: Catalog.Function, _ types: PLTypeLookup) {
    var variables: [PLNamespace.Variable] = []
    func add(_ name: String?, number: Int, _ type: TypeName) {
      let kind = types.kind(ofKnown: type)
      variables.append(PLNamespace.Variable(name: "$\(number)", kind: kind))
      if let name { variables.append(PLNamespace.Variable(name: name, kind: kind)) }
    }
    for (index, argument) in function.arguments.enumerated() {
      add(argument.name, number: index + 1, argument.type)
    }
    var number = function.arguments.count
    for output in function.outputs where !output.isArgument {
      number += 1
      add(output.name, number: number, output.type)
    }
    if function.hasResultVariable {
      variables.append(
        PLNamespace.Variable(name: "$0", kind: types.kind(ofKnown: function.returns)))
    }
    let returns = function.returns.isArray ? "" : function.returns.name
    if returns == "trigger" || returns == "event_trigger" {
      variables += ["new", "old"].map { PLNamespace.Variable(name: $0, kind: .record) }
      variables += Self.triggerVariables.map { PLNamespace.Variable(name: $0) }
    }
    variables.append(PLNamespace.Variable(name: "found"))
    hasOutputs = !function.outputs.isEmpty
    result = Result(function)
    self.function = function.name.name
    self.types = types
    names = PLNamespace(function.name.name, variables)
  }

  /// For DO.
  init(_ types: PLTypeLookup) {
    (function, result, hasOutputs) = ("inline_code_block", .nothing, false)
    self.types = types
    names = PLNamespace("inline_code_block", [PLNamespace.Variable(name: "found")])
  }

  private static let triggerVariables = [
    "tg_name", "tg_when", "tg_level", "tg_op", "tg_relid", "tg_relname", "tg_table_name",
    "tg_table_schema", "tg_nargs", "tg_argv", "tg_event", "tg_tag",
  ]
}

/// The types that variables may have, by the definitions of a session.
struct PLTypeLookup {
  let state: DatabaseState

  init(_ state: DatabaseState) { self.state = state }

  /// What a variable of a declared type is, or the type's error; `place`: of its text in the body.
  func kind(of type: PLType, at place: Int) throws(ReadFailure) -> PLNamespace.Kind {
    switch type {
    case .record: return .record
    case .named(let name):
      try require(name, at: place)
      return kind(ofKnown: name)
    case .rowOf(let path):
      guard path.count < 3 else { return .record }
      _ = try state.relation(
        SQLRelationName(schema: path.count > 1 ? path[0] : nil, path.last ?? ""))
      return .record
    case .typeOf(let path): return try kind(ofColumn: path)
    }
  }

  /// Of `relation.column%TYPE`. Source: `plpgsql_parse_cwordtype()` in `pl_comp.c` of 17.
  func kind(ofColumn path: [String]) throws(ReadFailure) -> PLNamespace.Kind {
    guard path.count < 4 else { return .scalar }
    guard path.count > 1 else {
      if state.hasTypeNamed(TypeName(path[0])) { return .scalar }
      throw .refused(.undefinedObject, "variable \"\(path[0])\" does not exist")
    }
    let (column, relation) = (path[path.count - 1], path[path.count - 2])
    let name: QualifiedName
    do throws(ReadFailure) {
      name = try state.relation(
        SQLRelationName(schema: path.count > 2 ? path[0] : nil, relation))
    } catch {
      guard case .refused(let answer, _) = error else { return .scalar }
      if state.catalog.types.contains(where: { $0.name.name == relation }) { return .scalar }
      throw .refused(answer, location: nil)
    }
    guard let columns = state.columns(of: name) else { return .scalar }
    guard let found = columns.first(where: { $0.name == column }) else {
      throw .refused(
        .undefinedColumn, "column \"\(column)\" of relation \"\(relation)\" does not exist")
    }
    return kind(ofKnown: found.type)
  }

  func kind(ofKnown name: TypeName) -> PLNamespace.Kind {
    guard !name.isArray else { return .scalar }
    if name.name == "refcursor" { return .cursor(isBound: false) }
    if name.name == "record" { return .record }
    guard let base = state.base(of: state.resolved(name)), !base.isArray else { return .scalar }
    if state.relationOfRowType(base) != nil { return .record }
    guard let custom = state.customType(ofText: base.name),
      case .composite? = state.catalog.types.first(where: { $0.name == custom })?.kind
    else { return .scalar }
    return .record
  }

  private func require(_ name: TypeName, at place: Int) throws(ReadFailure) {
    let name = state.resolved(name)
    let parts = SearchPath.dotted(name.name)
    if parts.count == 2 {
      do throws(ReadFailure) {
        try state.requireUsage(SQLRelationName(schema: parts[0], parts[1]))
        try state.requireSchema(SQLRelationName(schema: parts[0], parts[1]))
      } catch {
        guard case .refused(let answer, _) = error else { throw error }
        throw .refused(answer, location: place)
      }
    }
    guard !state.hasTypeNamed(name) else { return }
    throw .refused(DatabaseState.noType(name), location: place)
  }
}

extension PLCompilation.Result {
  fileprivate init(_ function: Catalog.Function) {
    switch function.returns {
    case _ where function.returnsSet: self = .set
    case _ where !function.outputs.isEmpty: self = .outputs
    case _ where function.kind == .procedure: self = .procedure
    case TypeName("void"): self = .nothing
    default: self = .value
    }
  }
}

extension DatabaseState {
  /// Whether a type is there, or is none that is known here.
  fileprivate func hasTypeNamed(_ name: TypeName) -> Bool {
    isBuiltin(name) || customType(ofText: name.name) != nil || relationOfRowType(name) != nil
  }
}
