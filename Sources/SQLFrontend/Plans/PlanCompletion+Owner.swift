public import AccessModel
import SQLText

extension PlanCompletion {
  /// Intents with the text in their conditions read; whatever is wrong is a diagnostic.
  public static func readRows(
    of intents: [Intent], in catalog: Catalog
  ) -> (intents: [Intent], diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let read = intents.map { intent in
      guard let rows = intent.rows, mentionsText(rows) else { return intent }
      var intent = intent
      let answer = condition(
        SQLWriter(layout: .compact).text(rows), over: intent.relation, in: catalog,
        at: intent.place)
      intent.rows = answer.condition
      if let problem = answer.diagnostic { diagnostics.append(problem) }
      return intent
    }
    return (read, diagnostics)
  }

  /// Reads a condition over a table's or view's columns; whatever is wrong is a diagnostic.
  public static func condition(
    _ sql: String, over relation: QualifiedName, in catalog: Catalog, at place: SourcePlace?
  ) -> (condition: SQLExpression?, diagnostic: Diagnostic?) {
    DeepStack.run {
      var catalog = catalog
      // Policies are on tables; a view's columns are a table's for as long as it is read.
      if let view = catalog.view(relation) {
        catalog.views.removeAll { $0.name == relation }
        catalog.tables.append(
          Catalog.Table(
            relation, columns: view.columns.map { Catalog.Column($0.name, $0.type) },
            owner: view.owner))
      }
      var builder = CatalogBuilder(DatabaseState(catalog: catalog, currentRole: "postgres"))
      let name = "rowkeep owner"
      let policy = Catalog.Policy(
        name, command: .select, roles: [.everyone], using: .unread(text: sql))
      let text = SQLWriter(layout: .compact).text(.createPolicy(policy, on: relation))
      let bytes = Array(text.utf8)
      do throws(ReadFailure) {
        let parts = StatementSplitter.split(bytes)
        guard parts.count == 1 else { throw .refused(.syntaxError, "this is not a condition") }
        // The tree lives as long as the statement.
        let parsed = try ParsedStatement.parse(parts[0], in: bytes)
        defer { withExtendedLifetime(parsed) {} }
        guard let node = parsed.node else {
          throw .refused(.syntaxError, "this is not a condition")
        }
        _ = try builder.apply(node, at: place)
      } catch {
        let message =
          switch error {
          case .unsupported(let what, _): "not read: \(what)"
          case .refused(let answer, _): "\(answer.message) (SQLSTATE \(answer.sqlState))"
          }
        return (nil, Diagnostic(.refusedStatement, message, at: place))
      }
      let found = builder.state.catalog.table(relation)?.policies.last { $0.name == name }
      return (found?.using, nil)
    }
  }
}
