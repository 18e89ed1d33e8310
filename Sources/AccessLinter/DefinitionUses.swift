import AccessModel

/// What of a catalog decides access, and which functions and views each of these uses.
struct DefinitionUses {
  /// A policy, view or function.
  struct Definition {
    enum Kind: Hashable { case policy, view, function, triggerFunction }

    var kind: Kind
    /// `policy "own rows" of `note``.
    var title: String
    var name: QualifiedName
    var place: SourcePlace?
    /// Every part of its syntax trees.
    var nodes: [SQLNode]
    private let calls: Set<Mention>
    private let relations: Set<Mention>

    /// A name as it is written.
    private struct Mention: Hashable {
      var schema: String?
      var name: String
    }

    init(
      _ kind: Kind, _ title: String, _ name: QualifiedName, at place: SourcePlace?,
      of roots: [SQLNode]
    ) {
      self.kind = kind
      self.title = title
      self.name = name
      self.place = place
      nodes = roots.flatMap { Array($0.descendants) }
      calls = Set(nodes.compactMap(\.call).map { Mention(schema: $0.schema, name: $0.name) })
      relations = Set(
        nodes.compactMap(\.relation).map { Mention(schema: $0.schema, name: $0.name) })
    }

    /// Whether it calls the function or reads the view that `used` is.
    func uses(_ used: Definition) -> Bool {
      let mentions: Set<Mention>
      switch used.kind {
      case .policy: return false
      case .view: mentions = relations
      case .function, .triggerFunction: mentions = calls
      }
      return mentions.contains(Mention(schema: nil, name: used.name.name))
        || mentions.contains(Mention(schema: used.name.schema, name: used.name.name))
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
    }
    for view in catalog.views {
      definitions.append(
        Definition(
          .view, "view `\(view.name)`", view.name, at: view.place, of: [.query(view.query)]))
    }
    for function in catalog.functions where function.origin == .plan {
      definitions.append(
        Definition(
          function.returns.name == "trigger" ? .triggerFunction : .function,
          "function `\(function.name)`", function.name, at: function.place,
          of: function.body.nodes))
    }
    self.definitions = definitions
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
