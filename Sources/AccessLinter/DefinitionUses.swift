import AccessModel

/// What of a catalog decides access, and which functions and views each of these uses.
struct DefinitionUses {
  /// A policy, view, function, …
  struct Definition {
    enum Kind: Hashable {
      case policy, view, function, triggerFunction, trigger, rule, columnDefault

      /// What it reads it writes down, and lets nobody at anything.
      var onlyWrites: Bool { self == .triggerFunction || self == .columnDefault }
    }

    var kind: Kind
    /// `policy "own rows" of `note``.
    var title: String
    var name: QualifiedName
    var place: SourcePlace?
    /// Its syntax trees.
    var roots: [SQLNode]
    /// Every part of them.
    var nodes: [SQLNode]
    /// The columns of a view.
    var columns: [String] = []
    /// The names of a function's arguments.
    var parameters: Set<String> = []
    /// How a function is called.
    var helper: ClaimPaths.Helper?
    /// What a function may give.
    var results: [SQLExpression] = []
    /// What columns of subqueries, and variables, are made of.
    var named: [(name: String, value: SQLExpression)]
    private let calls: Set<Mention>
    private let relations: Set<Mention>

    /// A name as it is written.
    private struct Mention: Hashable {
      var schema: String?
      var name: String
      /// How many arguments there are.
      var arguments = 0
    }

    init(
      _ kind: Kind, _ title: String, _ name: QualifiedName, at place: SourcePlace?,
      of roots: [SQLNode]
    ) {
      self.kind = kind
      self.title = title
      self.name = name
      self.place = place
      self.roots = roots
      nodes = roots.flatMap { Array($0.descendants) }
      calls = Set(
        nodes.compactMap(\.call).map {
          Mention(schema: $0.schema, name: $0.name, arguments: $0.arguments.count)
        })
      relations = Set(
        nodes.compactMap(\.relation).map { Mention(schema: $0.schema, name: $0.name) })
      named = []
      for case .query(let query) in nodes {
        named += query.outputs.compactMap { output in output.name.map { ($0, output.value) } }
      }
    }

    init(_ function: Catalog.Function) {
      self.init(
        function.returns.name == "trigger" ? .triggerFunction : .function,
        "function `\(function.name)`", function.name, at: function.place,
        of: function.body.nodes)
      parameters = Set(function.arguments.compactMap(\.name))
      helper = ClaimPaths.Helper(name: function.name, arguments: function.argumentCounts)
      switch function.body {
      case .query(let query): results = query.outputs.map(\.value)
      case .statements(let statements):
        if case .query(let query)? = statements.last { results = query.outputs.map(\.value) }
      case .block(let body):
        results = body.block.results
        named += body.block.assignments
      case .text: break
      }
    }

    /// Whether it calls the function or reads the view that `used` is.
    func uses(_ used: Definition) -> Bool {
      switch used.kind {
      case .policy, .trigger, .rule, .columnDefault: false
      case .view:
        relations.contains(Mention(schema: nil, name: used.name.name))
          || relations.contains(Mention(schema: used.name.schema, name: used.name.name))
      case .function, .triggerFunction:
        calls.contains { call in
          call.name == used.name.name && (call.schema ?? used.name.schema) == used.name.schema
            && used.helper?.arguments.contains(call.arguments) ?? true
        }
      }
    }

    /// The columns of all tables that it reads.
    func columns(in catalog: Catalog) -> Set<String> {
      var names: Set<String> = []
      for table in catalog.tables
      where relations.contains(where: {
        $0.name == table.name.name && ($0.schema ?? table.name.schema) == table.name.schema
      }) {
        names.formUnion(table.columns.map(\.name))
      }
      if kind == .policy || kind == .trigger || kind == .columnDefault {
        names.formUnion(catalog.table(name)?.columns.map(\.name) ?? [])
      }
      return names
    }

    /// Names of `auth.users`, whose whole rows hold what users write.
    var userRows: Set<String> {
      Set(
        nodes.compactMap(\.relation).filter { $0.schema == "auth" && $0.name == "users" }
          .map { $0.alias ?? $0.name })
    }
  }

  let definitions: [Definition]

  init(_ catalog: Catalog) {
    var definitions: [Definition] = []
    for table in catalog.tables {
      for policy in table.policies {
        definitions.append(
          Definition(
            .policy, "policy \"\(policy.name)\" of `\(table.name)`", table.name, at: policy.place,
            of: [policy.using, policy.check].compactMap { $0.map(SQLNode.expression) }))
      }
      for column in table.columns {
        guard let value = column.defaultValue else { continue }
        definitions.append(
          Definition(
            .columnDefault, "the default of `\(column.name)` of `\(table.name)`", table.name,
            at: column.place, of: [.expression(value)]))
      }
      definitions += Self.automatic(table.triggers, table.rules, of: table.name)
    }
    for view in catalog.views {
      var definition = Definition(
        .view, "view `\(view.name)`", view.name, at: view.place, of: [.query(view.query)])
      definition.columns = view.columns.map(\.name)
      definitions.append(definition)
      definitions += Self.automatic(view.triggers, view.rules, of: view.name)
    }
    for function in catalog.functions where function.origin == .plan {
      definitions.append(Definition(function))
    }
    self.definitions = definitions
  }

  /// The conditions of triggers, and rules.
  private static func automatic(
    _ triggers: [Catalog.Trigger], _ rules: [Catalog.Rule], of relation: QualifiedName
  ) -> [Definition] {
    triggers.compactMap { trigger in
      trigger.condition.map {
        Definition(
          .trigger, "trigger \"\(trigger.name)\" of `\(relation)`", relation, at: trigger.place,
          of: [.expression($0)])
      }
    }
      + rules.map { rule in
        Definition(
          .rule, "rule \"\(rule.name)\" of `\(relation)`", relation, at: rule.place,
          of: (rule.condition.map { [.expression($0)] } ?? [])
            + rule.actions.map(SQLNode.statement))
      }
  }
}

extension Catalog.Function.Body {
  /// The body's syntax trees.
  var nodes: [SQLNode] {
    switch self {
    case .query(let query): [.query(query)]
    case .statements(let statements): statements.map(SQLNode.statement)
    case .block(let body): body.block.nodes
    case .text(let text): [.expression(.unread(text: text))]
    }
  }
}

extension PLBlock {
  /// What its variables are set to.
  fileprivate var assignments: [(name: String, value: SQLExpression)] {
    var found: [(name: String, value: SQLExpression)] = []
    for declaration in declarations {
      guard case .variable(let variable) = declaration.kind,
        let value = variable.defaultValue?.query.soleOutput
      else { continue }
      found.append((declaration.name, value))
    }
    for case .assign(let target, let value) in statements.map(\.kind) {
      guard let name = target.path.last, let value = value.query.soleOutput else { continue }
      found.append((name, value))
    }
    return found
  }

  /// What it returns.
  fileprivate var results: [SQLExpression] {
    statements.compactMap {
      guard case .returns(let value?) = $0.kind else { return nil }
      return value.query.soleOutput
    }
  }

  /// All its statements, with those inside others.
  private var statements: [PLStatement] {
    (body + handlers.flatMap(\.body)).flatMap(\.all)
  }
}

extension PLStatement {
  /// This one, and those inside.
  fileprivate var all: [PLStatement] {
    let inside: [PLStatement] =
      switch kind {
      case .block(let block): block.body + block.handlers.flatMap(\.body)
      case .conditional(let branches, let otherwise): branches.flatMap(\.body) + otherwise
      case .cases(let cases): cases.branches.flatMap(\.body) + (cases.otherwise ?? [])
      case .loop(let loop): loop.body
      default: []
      }
    return [self] + inside.flatMap(\.all)
  }
}
