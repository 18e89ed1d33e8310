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

  /// Refuses what can be no part of an index, or no condition of one.
  ///
  /// Source: `transformIndexStmt()` in `parse_utilcmd.c`; `CheckPredicate()`, `ComputeIndexAttrs()` in
  /// `indexcmds.c`.
  public func requireIndexable(
    parts: [SQLExpression], condition: SQLExpression?, ofTable index: Int
  ) throws(EngineFailure) {
    var written: [(expression: SQLExpression, isCondition: Bool)] = []
    if let condition { written.append((condition, true)) }
    for part in parts {
      if case .column = part { continue }
      written.append((part, false))
    }
    var bound: [(expression: BoundExpression, isCondition: Bool)] = []
    for (expression, isCondition) in written {
      var binder = Binder(names)
      let scope = Scope(names, inside: nil)
      scope.clause = isCondition ? .indexCondition : .index
      try scope.add(binder.source(.table(index), alias: catalog.tables[index].name.name))
      let part =
        isCondition
        ? try binder.condition(expression, "WHERE", in: scope)
        : try binder.expression(expression, in: scope)
      bound.append((part, isCondition))
    }
    for (part, isCondition) in bound {
      let what = isCondition ? "predicate" : "expression"
      switch part.isMutable(catalog) {
      case false?: continue
      case true?:
        throw .postgres(
          PostgresError(
            .invalidObjectDefinition, "functions in index \(what) must be marked IMMUTABLE"))
      case nil: throw .undecided(Undecided("whether the \(what) of an index is immutable"))
      }
    }
  }
}

extension BoundCatalog {
  /// The expressions among the parts of a partition key, by their places.
  ///
  /// Source: `transformPartitionSpec()` in `src/backend/commands/tablecmds.c`.
  public func partitionExpressions(
    ofTable index: Int
  ) throws(EngineFailure) -> [(place: Int, value: BoundExpression)] {
    var result: [(place: Int, value: BoundExpression)] = []
    for (place, part) in (catalog.tables[index].partitionKey?.parts ?? []).enumerated() {
      if case .column = part { continue }
      var binder = Binder(names)
      let scope = Scope(names, inside: nil)
      scope.clause = .partitionKey
      try scope.add(binder.source(.table(index), alias: catalog.tables[index].name.name))
      result.append((place, try binder.expression(part, in: scope)))
    }
    return result
  }
}

extension Binder {
  /// Binds an expression over a row of a table, as the value of a column whose type changes.
  /// `usingFor`: the column, where USING gives the expression.
  ///
  /// Source: `ATPrepAlterColumnType()` in `src/backend/commands/tablecmds.c`.
  public static func rowExpression(
    _ expression: SQLExpression, over table: Int, in names: CatalogNames,
    assignedTo type: ColumnType, usingFor column: String?
  ) throws(EngineFailure) -> BoundExpression {
    var binder = Binder(names)
    let scope = Scope(names, inside: nil)
    scope.clause = .transform
    try scope.add(binder.source(.table(table), alias: names.catalog.tables[table].name.name))
    let bound = try binder.expression(expression, in: scope)
    if let column, bound.type.conversion(to: type.type).map({ $0 <= .assignment }) != true {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "result of USING clause for column \"\(column)\" cannot be cast automatically to type "
            + "\(type.type)", hint: "You might need to add an explicit cast."))
    }
    return try binder.coerce(bound, to: type.type, .assignment)
  }

  /// Binds the default of a domain.
  public static func domainDefault(
    _ expression: SQLExpression, of type: ColumnType, in names: CatalogNames
  ) throws(EngineFailure) -> BoundExpression {
    var binder = Binder(names)
    let bound = try binder.defaultExpression(expression)
    return try binder.coerce(bound, to: type.type, .assignment)
  }

  /// Looks at the default of a function's argument.
  ///
  /// Source: `interpret_function_parameter_list()` in `src/backend/commands/functioncmds.c`.
  public static func requireDefault(
    _ expression: SQLExpression, of type: DataType, in names: CatalogNames
  ) throws(EngineFailure) {
    var binder = Binder(names)
    let scope = Scope(names, inside: nil)
    scope.clause = .defaults
    let hasQuery = SQLNode.expression(expression).descendants.contains { node in
      if case .query = node { true } else { false }
    }
    if hasQuery {
      throw .postgres(
        PostgresError(.featureNotSupported, "cannot use subquery in DEFAULT expression"))
    }
    let bound = try binder.expression(expression, in: scope)
    if bound.type == .unknown {
      _ = try binder.coerce(bound, to: type, .assignment)
      return
    }
    guard let way = bound.type.conversion(to: type), way <= .assignment else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "argument of DEFAULT must be type \(type), not type \(bound.type)"))
    }
  }

  /// What DEFAULT says, before it is converted: there is no row yet whose columns it could name.
  ///
  /// Source: `cookDefault()` in `src/backend/catalog/heap.c`.
  mutating func defaultExpression(
    _ expression: SQLExpression
  ) throws(EngineFailure) -> BoundExpression {
    let scope = Scope(names, inside: nil)
    scope.clause = .defaults
    do throws(EngineFailure) {
      return try self.expression(expression, in: scope)
    } catch {
      guard case .postgres(let reason) = error, reason.sqlState == .undefinedColumn else {
        throw error
      }
      throw .postgres(
        PostgresError(
          .featureNotSupported, "cannot use column reference in DEFAULT expression"))
    }
  }

  /// Binds a check of a domain, in which VALUE is the only column.
  public static func domainCheck(
    _ expression: SQLExpression, over base: ColumnType, in names: CatalogNames
  ) throws(EngineFailure) -> BoundExpression {
    var binder = Binder(names)
    let scope = Scope(names, inside: nil)
    scope.clause = .check
    try scope.add(
      BoundSource(
        alias: "", kind: .commonTable(id: -1), columnNames: ["value"], columnTypes: [base.type]))
    return try binder.condition(expression, "CHECK", in: scope)
  }
}
