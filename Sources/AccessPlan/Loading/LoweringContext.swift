import AccessModel

/// Which alias each source has at a point of an expression, and what went wrong so far.
struct LoweringContext {
  private struct Scope {
    var aliases: Set<String> = []
    var columns: [ObjectIdentifier: String] = [:]
    var qualifiesColumns = true
  }

  /// The relations of the plan.
  let relations: Set<QualifiedName>
  /// The functions of the plan and its platform.
  let functions: Set<QualifiedName>
  /// What is being lowered, for messages: "a rule of `saved`".
  var subject = ""
  var place: SourcePlace?
  var diagnostics: [Diagnostic] = []
  /// The relations read by what was lowered since this was last emptied.
  var read: [QualifiedName] = []
  /// Whether anything that was lowered is SQL text, which is still to be read.
  var hasSQLText = false
  private var scopes: [Scope] = []

  init(relations: [QualifiedName], functions: [QualifiedName]) {
    self.relations = Set(relations)
    self.functions = Set(functions)
  }

  mutating func openScope() { scopes.append(Scope()) }
  mutating func closeScope() { _ = scopes.popLast() }

  /// Opens a scope where `columns` belong to the relation itself, under its own name, or where
  /// nothing else is in scope, as in CHECK constraints, without.
  mutating func openScope(
    of relation: QualifiedName, _ columns: [ColumnDefinition], qualifiesColumns: Bool = true
  ) {
    scopes.append(Scope(qualifiesColumns: qualifiesColumns))
    register(columns, as: relation.name)
  }

  /// Enters a source into the innermost scope under an alias that nothing around it has.
  mutating func add(_ source: QuerySource) -> SQLFromItem {
    let name = source.relation
    read.append(name)
    if !relations.contains(name) {
      diagnostics.append(
        Diagnostic(
          .unknownRelation, "\(subject) reads `\(name)`, which is not in the plan", at: place,
          help: nearestName(to: name.description, in: relations.map(\.description).sorted())
            .map { "did you mean `\($0)`? otherwise add it to the plan" }
            ?? "add it to the plan"))
    }
    if source.columns.contains(where: { self.alias(of: $0.identity.key) != nil }) {
      diagnostics.append(
        Diagnostic(
          .ambiguousColumn, "\(subject) uses one source of `\(name)` twice", at: place,
          help: "make a second one with `Source`"))
    }
    let alias = freeAlias(for: name.name)
    register(source.columns, as: alias)
    return .relation(
      schema: name.schema, name: name.name, alias: alias == name.name ? nil : alias)
  }

  /// The column under its source's alias.
  mutating func column(_ identity: ObjectIdentifier, named name: String) -> SQLExpression {
    guard let scope = scopes.last(where: { $0.columns[identity] != nil }),
      let alias = scope.columns[identity]
    else {
      diagnostics.append(
        Diagnostic(
          .columnOutOfScope,
          "\(subject) names column `\(name)` of a source that is not in scope there", at: place,
          help: "add its source with `from`, `join` or `exists`"))
      return .column(name)
    }
    return scope.qualifiesColumns ? .column(name, of: alias) : .column(name)
  }

  /// Text that is read when everything is there.
  mutating func sqlText(_ text: String) -> SQLExpression {
    hasSQLText = true
    return .unread(text: text)
  }

  /// Notes a call, which must be of a function that exists.
  mutating func useFunction(_ name: QualifiedName) {
    guard !functions.contains(name) else { return }
    diagnostics.append(
      Diagnostic(
        .unknownFunction, "\(subject) calls `\(name)()`, which neither plan nor platform declares",
        at: place, help: "declare the function in the plan, or name the platform that has it"))
  }

  private mutating func register(_ columns: [ColumnDefinition], as alias: String) {
    guard let last = scopes.indices.last else { return }
    scopes[last].aliases.insert(alias)
    for column in columns { scopes[last].columns[column.identity.key] = alias }
  }

  private func alias(of identity: ObjectIdentifier) -> String? {
    for scope in scopes.reversed() {
      if let alias = scope.columns[identity] { return alias }
    }
    return nil
  }

  private func freeAlias(for name: String) -> String {
    let isTaken = { (alias: String) in scopes.contains { $0.aliases.contains(alias) } }
    guard isTaken(name) else { return name }
    var number = 2
    while isTaken(numbered(name, "_\(number)")) { number += 1 }
    return numbered(name, "_\(number)")
  }
}

extension LoweringContext {
  /// Notes a call of a plan's function, whose arguments must have the declared types.
  mutating func useFunction(_ function: FunctionDeclaration, with types: [TypeName]) {
    useFunction(function.name)
    let bare = { (types: [TypeName]) in types.map(\.withoutModifiers) }
    guard bare(types) != bare(function.arguments.map(\.type)) else { return }
    let given = types.map(\.description).joined(separator: ", ")
    diagnostics.append(
      Diagnostic(
        .typeMismatch, "\(subject) calls `\(function.signature)` with (\(given))", at: place,
        help: "give arguments of the declared types, or cast them"))
  }
}
