import AccessModel

extension SQLWriter {
  func document(_ policy: Catalog.Policy, on table: QualifiedName) -> Document {
    var clauses: [Document] = [
      .hardLine, .text("AS \(policy.isPermissive ? "PERMISSIVE" : "RESTRICTIVE")"),
      .hardLine, .text("FOR \(policy.command.rawValue)"),
      .hardLine, .text("TO \(list(policy.roles))"),
    ]
    if let using = policy.using {
      clauses += [.hardLine, .text("USING "), .parenthesized(.expression(using))]
    }
    if let check = policy.check {
      clauses += [.hardLine, .text("WITH CHECK "), .parenthesized(.expression(check))]
    }
    let head = "CREATE POLICY \(quoteIdentifier(policy.name)) ON \(sqlText(table))"
    return .joined([.text(head), .nested(clauses)])
  }
}
