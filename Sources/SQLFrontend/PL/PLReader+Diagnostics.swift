import AccessModel

/// GET DIAGNOSTICS. Source: `stmt_getdiag` in `pl_gram.y`.
extension PLReader {
  private static let ofLastStatement: Set = ["row_count", "pg_routine_oid"]
  private static let ofError: Set = [
    "pg_exception_context", "pg_exception_detail", "pg_exception_hint", "returned_sqlstate",
    "column_name", "constraint_name", "pg_datatype_name", "message_text", "table_name",
    "schema_name",
  ]

  mutating func diagnostics() throws(ReadFailure) -> PLStatement.Kind {
    let place = next.range.lowerBound
    skip()
    let isStacked = take("stacked")
    if !isStacked { _ = take("current") }
    try expect("diagnostics")
    var items: [PLDiagnostic] = []
    repeat {
      let target = try diagnosticTarget()
      guard takeSymbol("=") || takeSymbol(":=") else { throw unexpected() }
      items.append(PLDiagnostic(target, item: try diagnosticItem()))
    } while takeSymbol(",")
    guard next.isSymbol(";") else { throw unexpected() }
    let refusedItems = isStacked ? Self.ofLastStatement : Self.ofError
    if let item = items.map(\.item).first(where: refusedItems.contains) {
      throw refused(
        "diagnostics item \(item.uppercased()) is not allowed in GET "
          + "\(isStacked ? "STACKED" : "CURRENT") DIAGNOSTICS", at: place)
    }
    return .diagnostics(isStacked: isStacked, items)
  }

  private mutating func diagnosticItem() throws(ReadFailure) -> String {
    guard let name = next.name,
      name == "pg_context" || Self.ofLastStatement.contains(name) || Self.ofError.contains(name),
      name != "pg_routine_oid" || version >= .v16
    else { throw near("unrecognized GET DIAGNOSTICS item") }
    skip()
    return name
  }
}
