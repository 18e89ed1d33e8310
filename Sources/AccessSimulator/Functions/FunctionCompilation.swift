import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension FunctionRun {
  /// A PL/pgSQL function is compiled at its first call in a session, as whom it runs then: only
  /// then the types that it declares must be in schemas that may be used. RULES 17.
  ///
  /// Source: `plpgsql_compile()` in `pl_comp.c`.
  static func requireCompiled(
    _ function: Catalog.Function, _ key: FunctionPlans.Key, as role: String, _ session: Session
  ) throws(EngineFailure) {
    guard case .block(let body) = function.body,
      !session.variables.plans.isCompiled(function, key)
    else { return }
    for declaration in body.block.allDeclarations {
      guard let schema = declaration.typeSchema,
        session.catalog.catalog.schema(schema) != nil
      else { continue }
      let check = PrivilegeCheck(.usage, on: .schema(schema), as: role)
      guard let failure = try session.engine.privileges.firstFailure(of: [check]) else { continue }
      throw .postgres(failure.compiling(function.name.name, body, declaration, schema))
    }
    session.variables.plans.noteCompiled(function, key)
  }
}

extension FunctionPlans {
  func isCompiled(_ function: Catalog.Function, _ key: Key) -> Bool {
    compiled[key] == function.asCompiled
  }

  func noteCompiled(_ function: Catalog.Function, _ key: Key) {
    compiled[key] = function.asCompiled
  }
}

extension FunctionPlans.Key {
  /// Of a function that is no trigger's; `types`: of its arguments, made out.
  init(_ function: Catalog.Function, types: [DataType]?) {
    self.init(
      function: function.name,
      variant: function.arguments.map(\.type.description) + (types?.map(\.description) ?? []))
  }
}

extension SimulatedSession {
  /// A function was made, and compiled to be checked.
  ///
  /// Source: `plpgsql_validator()` in `pl_handler.c`.
  func noteCompiled(_ name: QualifiedName, _ types: [TypeName], in catalog: Catalog) {
    let made = catalog.functions.first {
      $0.name == name && $0.arguments.map(\.type) == types
    }
    guard let made else { return }
    variables.plans.noteCompiled(made, FunctionPlans.Key(made, types: nil))
  }
}

extension Catalog.Function {
  /// What its row in `pg_proc` says: with any change of it, it is compiled anew.
  fileprivate var asCompiled: Catalog.Function {
    var function = self
    (function.comment, function.place) = (nil, nil)
    return function
  }
}

extension PostgresError {
  /// As it is raised while a function is compiled; a place is known where a type is named alone.
  fileprivate func compiling(
    _ name: String, _ body: PLBody, _ declaration: PLDeclaration, _ schema: String
  ) -> PostgresError {
    let line = "compilation of PL/pgSQL function \"\(name)\" near line \(declaration.line)"
    var error = self
    if declaration.namesType, let place = body.text.place(of: schema, after: declaration) {
      error.origin.query = ErrorOrigin.Query(body.text, context: line)
      error.origin.position = place
    }
    return error.inside(line)
  }
}

extension String {
  /// Where the schema of a declared type is written, in characters from 1.
  fileprivate func place(of schema: String, after declaration: PLDeclaration) -> Int? {
    var rest = self[...]
    for _ in 1..<declaration.line {
      guard let end = rest.firstIndex(of: "\n") else { return nil }
      rest = rest[index(after: end)...]
    }
    guard let name = rest.firstRange(of: declaration.name) else { return nil }
    let quoted = quoteIdentifier(schema) + "."
    guard let type = rest[name.upperBound...].firstRange(of: quoted) else { return nil }
    return unicodeScalars.distance(from: startIndex, to: type.lowerBound) + 1
  }
}

extension PLDeclaration {
  /// The schema that its type is written with.
  fileprivate var typeSchema: String? {
    switch kind {
    case .variable(let variable):
      switch variable.type {
      case .named(let name): return Self.schema(of: name)
      case .rowOf(let path): return path.count == 2 ? path[0] : nil
      case .typeOf(let path): return path.count == 3 ? path[0] : nil
      case .record: return nil
      }
    case .cursor(let arguments, _):
      return arguments.lazy.compactMap { Self.schema(of: $0.type) }.first
    case .alias: return nil
    }
  }

  private static func schema(of type: TypeName) -> String? {
    guard DataType(type) == nil, let parts = identifiers(in: type.name), parts.count == 2 else {
      return nil
    }
    return parts[0]
  }

  fileprivate var namesType: Bool {
    if case .variable(let variable) = kind, case .named = variable.type { return true }
    if case .cursor = kind { return true }
    return false
  }
}

extension PLBlock {
  /// Those of blocks inside too, as they stand in the text.
  fileprivate var allDeclarations: [PLDeclaration] {
    declarations + body.flatMap(\.declarations)
      + handlers.flatMap { $0.body.flatMap(\.declarations) }
  }
}

extension PLStatement {
  fileprivate var declarations: [PLDeclaration] {
    switch kind {
    case .block(let block): block.allDeclarations
    case .conditional(let branches, let otherwise):
      branches.flatMap { $0.body.flatMap(\.declarations) } + otherwise.flatMap(\.declarations)
    case .cases(let cases):
      cases.branches.flatMap { $0.body.flatMap(\.declarations) }
        + (cases.otherwise ?? []).flatMap(\.declarations)
    case .loop(let loop): loop.body.flatMap(\.declarations)
    default: []
    }
  }
}
