import AccessModel
import SQLBinding

/// Messages about the expressions of a new table, and about the WHEN of a trigger.
extension ErrorLocator {
  /// Nil: the message is about something else, or points nowhere.
  func placeInDefinition(_ error: PostgresError, _ quoted: [String]) -> Int? {
    let message = error.message
    if message.hasSuffix(" in partition key") || message.contains(" named in partition key ") {
      return placeInPartitionKey(error, quoted)
    }
    if let bound = statement.children("partbound").first,
      let place = place(of: message, in: bound)
    {
      return place
    }
    let roots = self.expressions(of: message)
    guard !roots.isEmpty else { return nil }
    let parts = roots.flatMap(\.subtree)
    let columns = parts.filter { $0.kind == "ColumnRef" }
    func column(where isSuch: ([String]) -> Bool) -> Int? {
      columns.first { isSuch($0.names("fields")) }?.location
    }
    if message.hasPrefix("cannot use subquery in ") {
      return parts.first { $0.kind == "SubLink" }?.location
    }
    if message.hasPrefix("argument of ") {
      return roots.count == 1 ? roots[0].expressionLocation : nil
    }
    if message.contains(" functions are not allowed in ") {
      return parts.first { $0.isCall(forbiddenBy: message) }?.location
    }
    if message.hasPrefix("cannot use column reference in ") { return columns.first?.location }
    if message.hasPrefix("cannot use whole-row variable in ") {
      let relation = statement.children("relation").first?.word("relname")
      return column { $0.last == relation }
    }
    if message.contains("generated column \"") || message.contains("system column \"") {
      return column { $0.last == quoted.first }
    }
    if message.hasSuffix("cannot reference column values") { return columns.first?.location }
    if message.hasSuffix("cannot reference OLD values") { return column { $0.first == "old" } }
    if message.hasSuffix("cannot reference NEW values") { return column { $0.first == "new" } }
    if message.hasSuffix("cannot reference NEW system columns") {
      return column { $0.first == "new" && $0.last.flatMap(SystemColumn.init(name:)) != nil }
    }
    if message.hasSuffix("cannot reference NEW generated columns") {
      let name = error.detail?.split(separator: "\"").dropFirst().first.map(String.init)
      guard error.detail?.hasPrefix("Column ") == true else { return column { $0 == ["new"] } }
      return column { $0 == ["new", name] }
    }
    return nil
  }

  /// Source: `validateInfiniteBounds()`, `check_new_partition_bound()`.
  private func place(of message: String, in bound: SyntaxNode) -> Int? {
    let lower = bound.children("lowerdatums")
    let upper = bound.children("upperdatums")
    if message.contains(" conflicts with existing default partition ") { return bound.location }
    if message.hasPrefix("empty range bound ") {
      let differing = zip(lower, upper).first { $0.meaning != $1.meaning }?.0
      return (differing ?? lower.last)?.expressionLocation
    }
    if message.hasPrefix("every bound following ") {
      let word = message.dropFirst("every bound following ".count).prefix { $0 != " " }
      for ends in [lower, upper] {
        guard let first = ends.firstIndex(where: { $0.isInfinite(word) }) else { continue }
        if let other = ends[first...].first(where: { !$0.isInfinite(word) }) {
          return other.expressionLocation
        }
      }
    }
    return nil
  }

  private func placeInPartitionKey(_ error: PostgresError, _ quoted: [String]) -> Int? {
    let ofDetail = error.detail?.split(separator: "\"").dropFirst().first.map(String.init)
    let name = quoted.first ?? ofDetail
    let elements = nodes.filter { $0.kind == "PartitionElem" }
    return elements.first { element in
      element.word("name") == name
        || element.subtree.contains {
          $0.kind == "ColumnRef" && $0.names("fields").last == name
        }
    }?.location
  }

  /// The expressions of the kind that a message is about.
  private func expressions(of message: String) -> [SyntaxNode] {
    let kind: String
    if statement.kind == "CreateFunctionStmt" {
      return message.contains("DEFAULT")
        ? statement.children("parameters").flatMap { $0.children("defexpr") } : []
    } else if message.contains("DEFAULT expression") {
      kind = "CONSTR_DEFAULT"
    } else if message.contains("check constraint") || message.hasPrefix("argument of CHECK ") {
      kind = "CONSTR_CHECK"
    } else if message.contains("column generation expression") {
      kind = "CONSTR_GENERATED"
    } else if message.contains("transform expression") {
      return statement.children("cmds").flatMap { $0.children("def") }
        .flatMap { $0.children("raw_default") }
    } else if statement.kind == "IndexStmt" {
      return message.contains("predicate") || message.contains("WHERE")
        ? statement.children("whereClause")
        : statement.children("indexParams").flatMap { $0.children("expr") }
    } else if message.contains("WHEN") {
      return statement.kind == "CreateTrigStmt" ? statement.children("whenClause") : []
    } else {
      return []
    }
    return nodes.filter { $0.kind == "Constraint" && $0.word("contype") == kind }
      .flatMap { $0.children("raw_expr") }
  }

  /// A schema that is missing where a new table names it.
  func missingSchema(_ schema: String?) -> Int? {
    let own = statement.children("relation").first
    // None could be chosen for the table itself.
    guard let schema else { return own?.location }
    if own?.word("schemaname") == schema { return own?.location }
    return nodes.first { node in
      switch node.kind {
      case "TableLikeClause": node.children("relation").first?.word("schemaname") == schema
      case "TypeName": node.names("names").count > 1 && node.names("names").first == schema
      case "CollateClause":
        node.names("collname").count > 1 && node.names("collname").first == schema
      default: false
      }
    }.flatMap { $0.children("relation").first?.location ?? $0.location } ?? regclass(in: schema)
  }

  /// A literal that is a `regclass`, of that text.
  func regclass(named text: String) -> Int? {
    nodes.flatMap { (node) -> [SyntaxNode] in
      switch node.kind {
      case "FuncCall" where ["nextval", "currval", "setval"].contains(node.names("funcname").last):
        return node.children("args")
      case "TypeCast" where node.children("typeName").first?.names("names").last == "regclass":
        return node.children("arg")
      case "ColumnDef" where node.children("typeName").first?.names("names").last == "regclass":
        return node.children("constraints").flatMap { $0.children("raw_expr") }
      default: return []
      }
    }.first { node in
      (node.fields["sval"] as? [String: Any]).flatMap { $0["sval"] as? String } == text
    }?.location
  }

  /// A literal that names an object of a schema: `'schema.name'`.
  func regclass(in schema: String) -> Int? {
    // Inquiry functions take it as a text.
    let asks = nodes.contains {
      $0.kind == "FuncCall" && $0.names("funcname").last?.hasPrefix("has_") == true
    }
    return asks
      ? nil
      : nodes.first { node in
        node.kind == "A_Const"
          && (node.fields["sval"] as? [String: Any]).flatMap { $0["sval"] as? String }?
            .hasPrefix("\(schema).") == true
      }?.location
  }
}

extension SyntaxNode {
  /// MINVALUE or MAXVALUE.
  fileprivate func isInfinite(_ word: Substring) -> Bool {
    kind == "ColumnRef" && names("fields").last == word.lowercased()
  }

  /// What it says, without where.
  fileprivate var meaning: String {
    fields.filter { $0.key != "location" }.map { "\($0.key): \($0.value)" }.sorted()
      .joined(separator: ", ")
  }

  /// Whether it calls a function of the kind that `aggregate functions are not allowed in …` names.
  fileprivate func isCall(forbiddenBy message: String) -> Bool {
    guard kind == "FuncCall", let name = names("funcname").last else { return false }
    if message.hasPrefix("window ") { return !children("over").isEmpty }
    let builtins = Builtin.functions(named: name)
    return message.hasPrefix("aggregate ")
      ? builtins.contains { $0.kind == .aggregate }
      : builtins.isEmpty || builtins.contains(where: \.returnsSet)
  }
}
