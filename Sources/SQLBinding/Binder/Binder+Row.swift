public import AccessModel

extension BoundCatalog {
  /// Binds one expression over a row of a table, as in a policy: for explanations, which show the
  /// value of each part.
  public func bind(
    _ expression: SQLExpression, overTable index: Int
  ) throws(EngineFailure) -> BoundExpression {
    var binder = Binder(names)
    let scope = Scope(names, inside: nil)
    try scope.add(binder.source(.table(index), alias: catalog.tables[index].name.name))
    let bound = try binder.expression(expression, in: scope)
    return bound.type == .unknown ? try binder.coerce(bound, to: .text, .implicit) : bound
  }
}

extension Binder {
  /// Binds an expression over a row of a table, as a value for a column.
  public static func rowExpression(
    _ expression: SQLExpression, over table: Int, in names: CatalogNames,
    assignedTo type: ColumnType
  ) throws(EngineFailure) -> BoundExpression {
    var binder = Binder(names)
    let scope = Scope(names, inside: nil)
    try scope.add(binder.source(.table(table), alias: names.catalog.tables[table].name.name))
    return try binder.coerce(
      try binder.expression(expression, in: scope), to: type.type, .assignment)
  }

  /// Binds a check of a domain, in which VALUE is the only column.
  public static func domainCheck(
    _ expression: SQLExpression, over base: ColumnType, in names: CatalogNames
  ) throws(EngineFailure) -> BoundExpression {
    var binder = Binder(names)
    let scope = Scope(names, inside: nil)
    try scope.add(
      BoundSource(
        alias: "", kind: .commonTable(id: -1), columnNames: ["value"], columnTypes: [base.type]))
    return try binder.condition(expression, "CHECK", in: scope)
  }
}
