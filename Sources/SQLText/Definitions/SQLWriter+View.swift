import AccessModel

extension SQLWriter {
  func document(_ view: Catalog.View) -> Document {
    if view.isMaterialized {
      return .joined([
        .text("CREATE MATERIALIZED VIEW IF NOT EXISTS \(sqlText(view.name))"), names(view),
        .text(" AS"), .hardLine, .group([.query(view.query)]),
      ])
    }
    // Both security options are always said: which way a view runs is not left to a default.
    var options = [
      "security_invoker = \(view.securityInvoker)", "security_barrier = \(view.securityBarrier)",
    ]
    if let check = view.checkOption { options.append("check_option = \(check.rawValue)") }
    let persistence = view.isTemporary ? "TEMPORARY " : ""
    return .joined([
      .text("CREATE OR REPLACE \(persistence)VIEW \(sqlText(view.name))"), names(view),
      .hardLine, .text("WITH (\(options.joined(separator: ", "))) AS"),
      .hardLine, .group([.query(view.query)]),
    ])
  }

  private func names(_ view: Catalog.View) -> Document {
    let columns = view.columns.map { Document.text(quoteIdentifier($0.name)) }
    return columns.isEmpty ? .text("") : .joined([.text(" "), .parenthesized(.list(columns))])
  }
}
