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
    /// Every literal, name and piece of unread text in it.
    var text: String
  }

  let definitions: [Definition]

  init(_ catalog: Catalog) {
    var definitions: [Definition] = []
    for table in catalog.tables {
      for policy in table.policies {
        definitions.append(
          Definition(
            kind: .policy, title: "policy \"\(policy.name)\" of `\(table.name)`", name: table.name,
            place: policy.place, text: Self.text([policy.using, policy.check])))
      }
    }
    for view in catalog.views {
      definitions.append(
        Definition(
          kind: .view, title: "view `\(view.name)`", name: view.name, place: view.place,
          text: Self.text(view.query)))
    }
    for function in catalog.functions where function.origin == .plan {
      definitions.append(
        Definition(
          kind: function.returns.name == "trigger" ? .triggerFunction : .function,
          title: "function `\(function.name)`", name: function.name, place: function.place,
          text: Self.text(function.body)))
    }
    self.definitions = definitions
  }

  /// Whether `user` calls the function or reads the view that `used` is.
  func uses(_ user: Definition, _ used: Definition) -> Bool {
    let name = used.name
    let schemas = ["nil", "Optional(\"\(name.schema)\")"]
    switch used.kind {
    case .policy: return false
    case .view:
      return schemas.contains {
        user.text.contains("(schema: \($0), name: \"\(name.name)\", alias:")
      }
    case .function, .triggerFunction:
      return schemas.contains {
        user.text.contains("SQLFunctionCall(schema: \($0), name: \"\(name.name)\", arguments:")
      }
    }
  }

  /// Everything in a tree, with the names of its nodes.
  private static func text(_ tree: some Any) -> String {
    String(reflecting: tree).replacing("AccessModel.", with: "")
  }
}
