import AccessModel
import SQLBinding

/// Domains whose values rows have already.
extension RowEffects {
  /// `check`: its name; nil: NOT NULL.
  ///
  /// Source: `validateDomainNotNullConstraint()`, `validateDomainCheckConstraint()` in `typecmds.c`.
  func validate(domain name: QualifiedName, _ check: String?) throws(EngineFailure) {
    guard let model = after.catalog.types.first(where: { $0.name == name }) else { return }
    let condition = model.checks.first { $0.name == check }
    guard check == nil || condition != nil else { return }
    let evaluation = session.evaluation(after, database)
    defer { evaluation.close() }
    for (index, table) in after.catalog.tables.enumerated() {
      guard let list = rows[table.name], !list.isEmpty else { continue }
      for (place, column) in after.tables[index].columns.enumerated() {
        guard case .domain(let domain)? = column?.type,
          domain.withBases.contains(where: { $0.name == name })
        else { continue }
        let holds = try condition.map { (condition) throws(EngineFailure) in
          try ExpressionCompiler(evaluation).compile(
            try Binder.domainCheck(
              condition.expression, over: domain.innermostBase, in: after.names))
        }
        for row in list where row.indices.contains(place) {
          let frame = Frame(sources: 1, parent: nil)
          frame.rows[0] = [row[place]]
          let isBroken = try holds.map { (holds) throws(EngineFailure) in
            try holds(frame).truth == false
          }
          guard isBroken ?? row[place].isNull else { continue }
          let what =
            "column \"\(table.columns[place].name)\" of table \"\(table.name.name)\" contains "
          throw .postgres(
            PostgresError(
              check == nil ? .notNullViolation : .checkViolation,
              what
                + (check == nil ? "null values" : "values that violate the new constraint")))
        }
      }
    }
  }
}
