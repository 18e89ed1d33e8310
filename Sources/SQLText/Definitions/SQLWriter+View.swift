import AccessModel

extension SQLWriter {
  func document(_ view: Catalog.View) -> Document {
    // Both security options are always said: which way a view runs is not left to a default.
    var options = [
      "security_invoker = \(view.securityInvoker)", "security_barrier = \(view.securityBarrier)",
    ]
    if let check = view.checkOption { options.append("check_option = \(check.rawValue)") }
    let columns = view.columns.map { Document.text(quoteIdentifier($0.name)) }
    return .joined([
      .text("CREATE OR REPLACE VIEW \(sqlText(view.name))"),
      columns.isEmpty ? .text("") : .joined([.text(" "), .parenthesized(.list(columns))]),
      .hardLine, .text("WITH (\(options.joined(separator: ", "))) AS"),
      .hardLine, .group([.query(view.query)]),
    ])
  }
}
