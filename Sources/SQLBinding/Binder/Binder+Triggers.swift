public import AccessModel

extension BoundCatalog {
  /// Throws what is wrong with the condition of a relation's trigger.
  ///
  /// Source: `CreateTriggerFiringOn()` in `src/backend/commands/trigger.c`.
  public func check(_ trigger: Catalog.Trigger, of id: RelationID) throws(EngineFailure) {
    guard let written = trigger.condition else { return }
    var binder = Binder(names)
    let scope = Scope(names, inside: nil)
    scope.clause = .triggerWhen
    for alias in ["old", "new"] { try scope.add(binder.source(id, alias: alias)) }
    let condition = try binder.condition(written, "WHEN", in: scope)
    var columns: [Catalog.Column] = []
    if case .table(let table) = id { columns = catalog.tables[table].columns }
    var uses: [BoundExpression] = []
    condition.forEach { uses.append($0) }
    for use in uses { try trigger.requireMeaning(of: use, columns) }
  }
}

extension Catalog.Trigger {
  /// Throws where a column or row has no value when the trigger fires. OLD is source 0, NEW 1.
  fileprivate func requireMeaning(
    of use: BoundExpression, _ columns: [Catalog.Column]
  ) throws(EngineFailure) {
    let position: ColumnPosition
    var isWholeRow = false
    switch use {
    case .column(let place, _): position = place
    case .row(let fields, .composite):
      guard case .column(let place, _)? = fields.first, fields.count == columns.count else {
        return
      }
      (position, isWholeRow) = (place, true)
    default: return
    }
    guard isForEachRow else {
      throw wrong("statement trigger's WHEN condition cannot reference column values")
    }
    guard position.source == 1 else {
      guard !events.contains(.insert) else {
        throw wrong("INSERT trigger's WHEN condition cannot reference OLD values")
      }
      return
    }
    guard !events.contains(.delete) else {
      throw wrong("DELETE trigger's WHEN condition cannot reference NEW values")
    }
    guard timing == .before else { return }
    guard position.column >= 0 else {
      throw .postgres(
        PostgresError(
          .featureNotSupported,
          "BEFORE trigger's WHEN condition cannot reference NEW system columns"))
    }
    let message = "BEFORE trigger's WHEN condition cannot reference NEW generated columns"
    if isWholeRow, columns.contains(where: { $0.generated != nil }) {
      throw wrong(
        message, "A whole-row reference is used and the table contains generated columns.")
    }
    guard columns.indices.contains(position.column), columns[position.column].generated != nil
    else { return }
    throw wrong(message, "Column \"\(columns[position.column].name)\" is a generated column.")
  }

  private func wrong(_ message: String, _ detail: String? = nil) -> EngineFailure {
    .postgres(PostgresError(.invalidObjectDefinition, message, detail: detail))
  }
}
