import AccessModel

extension BoundExpression {
  /// Columns of this query as a query `level` queries further in names them.
  fileprivate func raised(by level: Int) -> BoundExpression {
    replacingLeaves {
      guard level > 0, case .column(var position, let type) = $0 else { return nil }
      position.level += level
      return .column(position, type)
    }
  }
}

extension Scope {
  /// Resolves a column by PostgreSQL's rule: the innermost query that knows the name has it.
  ///
  /// Source: `transformColumnRef()` in `parse_expr.c`, `colNameToVar()` in `parse_relation.c`.
  func resolve(
    _ name: String, qualifier: String?
  ) throws(EngineFailure) -> BoundExpression {
    var scope: Scope? = self
    var level = 0
    while let current = scope {
      if let column = try current.find(name, qualifier: qualifier, for: self) {
        return try current.reference(column, name, level: level)
      }
      (scope, level) = (current.parent, level + 1)
    }
    if qualifier == nil, let row = try wholeRow(name) { return row }
    // A value function of later versions, which are read as 15 is.
    if qualifier == nil, name == "system_user", names.version >= .v16 {
      throw .undecided(Undecided("SYSTEM_USER"))
    }
    throw .postgres(unknown(name, qualifier: qualifier))
  }

  /// The row of a source as one value; nil if nothing has that name.
  func wholeRow(_ name: String) throws(EngineFailure) -> BoundExpression? {
    var scope: Scope? = self
    var level = 0
    while let current = scope {
      if let item = try current.item(named: name) {
        return try current.wholeRow(item, level: level)
      }
      (scope, level) = (current.parent, level + 1)
    }
    return nil
  }

  /// RULES 12: a whole row needs all columns.
  private func wholeRow(
    _ item: NamespaceItem, level: Int
  ) throws(EngineFailure) -> BoundExpression {
    if item.isScalar, let value = item.columns.first {
      return try reference(value, value.name, level: level)
    }
    var fields: [BoundExpression] = []
    for column in item.columns {
      fields.append(try reference(column, column.name, level: level))
    }
    let type: DataType
    if let id = item.relation(in: self) {
      // Source: `transformWholeRowRef()`, `makeWholeRowVar()` in `src/backend/nodes/makefuncs.c`.
      guard !id.isSequence else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42809"),
            "relation \"\(names.name(of: id).name)\" does not have a composite type"))
      }
      type = .composite(names.rowType(of: id))
    } else {
      type = .record(
        zip(item.columns, fields).map { CompositeType.Field($0.name, ColumnType($1.type)) })
    }
    let row = BoundExpression.row(fields, type: type)
    if let source = item.source, let exists = existence[source] {
      return .cases(
        [BoundCaseBranch(condition: exists.raised(by: level), result: row)],
        otherwise: .constant(.null, type), type: type)
    }
    guard let source = item.source, nullable.contains(source) else { return row }
    // Where nothing matched there is no row, which is not a row of NULLs.
    guard case .table(let table)? = item.relation(in: self),
      let column = names.catalog.tables[table].columns.firstIndex(where: { !$0.isNullable }),
      fields.indices.contains(column)
    else { throw .undecided(Undecided("the row of an outer join's side")) }
    return .cases(
      [
        BoundCaseBranch(
          condition: .test(fields[column], .isNull), result: .constant(.null, type))
      ], otherwise: row, type: type)
  }

  /// Whether an unqualified name is a column of this query itself.
  func knowsColumn(_ name: String) -> Bool {
    namespace.contains { $0.showsColumns && $0.columns.contains { $0.name == name } }
  }

  /// The namespace item of a name in this query alone.
  func item(named name: String) throws(EngineFailure) -> NamespaceItem? {
    let items = namespace.filter { $0.isNamed && $0.name == name }
    guard items.count <= 1 else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P09"), "table reference \"\(name)\" is ambiguous"))
    }
    if let item = items.first { try requireReferable(item) }
    return items.first
  }

  /// What `schema.name` finds among names: a relation that is mentioned without an alias.
  func items(named name: String, in schema: String) -> [NamespaceItem] {
    namespace.filter { item in
      guard item.isNamed, item.name == name, !item.hasAlias, let source = item.source else {
        return false
      }
      return switch sources[source].kind {
      case .relation(let relation): names.name(of: relation.id) == QualifiedName(schema, name)
      case .system(let relation): relation.name == QualifiedName(schema, name)
      case .query, .function, .commonTable: false
      }
    }
  }

  private func find(
    _ name: String, qualifier: String?, for origin: Scope
  ) throws(EngineFailure) -> NamespaceColumn? {
    if let qualifier {
      guard let item = try item(named: qualifier) else { return nil }
      let columns = item.columns.filter { $0.name == name }
      guard columns.count <= 1 else { throw .postgres(Self.ambiguous(name)) }
      if let column = columns.first { return column }
      if let column = try systemColumn(name, of: item) { return column }
      throw .postgres(origin.unknown(name, qualifier: qualifier))
    }
    var found: NamespaceColumn?
    for item in namespace where item.showsColumns {
      var columns = item.columns.filter { $0.name == name }
      if columns.isEmpty, let system = try systemColumn(name, of: item) { columns = [system] }
      for column in columns {
        if found != nil { throw .postgres(Self.ambiguous(name)) }
        try requireReferable(item)
        found = column
      }
    }
    return found
  }

  static func ambiguous(_ name: String) -> PostgresError {
    PostgresError(.ambiguousColumn, "column reference \"\(name)\" is ambiguous")
  }

  private func requireReferable(_ item: NamespaceItem) throws(EngineFailure) {
    guard !item.isReferable else { return }
    throw .postgres(unreferable(item))
  }

  /// Source: `check_lateral_ref_ok()` in `parse_relation.c`.
  func unreferable(_ item: NamespaceItem) -> PostgresError {
    let entry =
      "There is an entry for table \"\(item.name)\", but it cannot be referenced from this part of "
      + "the query."
    var error = PostgresError(
      SQLState(rawValue: "42P10"),
      "invalid reference to FROM-clause entry for table \"\(item.name)\"")
    if !item.isTarget {
      error.detail = "The combining JOIN type must be INNER or LEFT for a LATERAL reference."
    } else if names.version < .v16 {
      error.hint = entry
    } else {
      error.detail = entry
    }
    return error
  }

  /// A column of this query as an expression `level` queries further in.
  func reference(
    _ column: NamespaceColumn, _ name: String, level: Int
  ) throws(EngineFailure) -> BoundExpression {
    switch column.meaning {
    case .column(let source, let position):
      used[source].insert(position)
      if let system = SystemColumn(rawValue: position) {
        return .column(
          ColumnPosition(level: level, source: source, column: position), system.type)
      }
      guard let type = sources[source].columnTypes[position] else {
        if case .system(let relation) = sources[source].kind {
          throw .undecided(
            Undecided(
              "the system catalog `\(relation.name.name)`, column `\(name)`", changesNothing: true))
        }
        throw .undecided(Undecided("the type of column `\(sources[source].alias).\(name)`"))
      }
      return .column(ColumnPosition(level: level, source: source, column: position), type)
    case .merged(let expression):
      markUsed(expression)
      return expression.raised(by: level)
    }
  }

  /// The table of WITH that a name means, the innermost first.
  func commonTable(_ name: String) -> CommonTable? {
    var scope: Scope? = self
    while let current = scope {
      if let table = current.commonTables.last(where: { $0.name == name }) { return table }
      scope = current.parent
    }
    return nil
  }

  /// Whether a WITH around defines the name, but only later.
  func hasFutureCommonTable(_ name: String) -> Bool {
    futureCommonTables.contains(name) || parent?.hasFutureCommonTable(name) == true
  }
}
