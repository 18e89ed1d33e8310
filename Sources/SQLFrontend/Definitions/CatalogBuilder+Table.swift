import AccessModel
import CPgQuery

extension CatalogBuilder {
  /// CREATE TABLE.
  mutating func createTable(
    _ node: UnsafeMutablePointer<PgQuery__CreateStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let range = statement.relation else { throw .unsupported("a table without a name") }
    if text(range.pointee.relpersistence) == "t" { throw .unsupported("a temporary table") }
    guard statement.of_typename == nil else { throw .unsupported("a typed table") }
    let written = reader.relation(range)
    let name = QualifiedName(try state.schemaForCreation(written.schema), written.name)
    if state.slot(name) != nil, statement.if_not_exists != 0 { return .applied }
    try requireFree(name)

    var effect = Effect.applied
    var table = Catalog.Table(
      name, columns: [], owner: state.currentRole,
      acl: state.newACL(.tables, in: name.schema), origin: origin == .plan ? nil : origin,
      place: place)
    for parent in list(statement.n_inh_relations, statement.inh_relations)
    where parent.kind == PG_QUERY__NODE__NODE_RANGE_VAR {
      let index = try self.table(reader.relation(parent.pointee.range_var))
      table.columns += state.catalog.tables[index].columns.map(Self.copied)
      effect = .partly("rows of `\(name)` are not rows of its parent here")
    }
    state.add(table)
    let index = try self.table(SQLRelationName(name))

    let elements = list(statement.n_table_elts, statement.table_elts)
    for element in elements {
      switch element.kind {
      case PG_QUERY__NODE__NODE_COLUMN_DEF:
        try addColumn(element.pointee.column_def, to: index)
      case PG_QUERY__NODE__NODE_TABLE_LIKE_CLAUSE:
        try like(element.pointee.table_like_clause, index)
      default: break
      }
    }
    // Keys come before what refers to them.
    let constraints = list(statement.n_constraints, statement.constraints) + elements
    for wanted in ConstraintPhase.allCases {
      for element in constraints {
        if element.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
          try addConstraint(element.pointee.constraint, to: index, in: wanted)
        } else if element.kind == PG_QUERY__NODE__NODE_COLUMN_DEF {
          try addConstraints(of: element.pointee.column_def, to: index, in: wanted)
        }
      }
    }
    return effect
  }

  /// What a copy of a column has: its name, type and NOT NULL.
  private static func copied(_ column: Catalog.Column) -> Catalog.Column {
    Catalog.Column(column.name, column.type, isNullable: column.isNullable)
  }

  private mutating func like(
    _ node: UnsafeMutablePointer<PgQuery__TableLikeClause>, _ table: Int
  ) throws(ReadFailure) {
    guard let range = node.pointee.relation else { return }
    let source = try state.relation(reader.relation(range))
    guard case .table(let from) = state.slot(source) else {
      throw .unsupported("LIKE of `\(source)`")
    }
    guard node.pointee.options == 0 || node.pointee.options == 0x7FFF_FFFF else {
      throw .unsupported("LIKE with some of the table's properties")
    }
    for column in state.catalog.tables[from].columns {
      var copy = Self.copied(column)
      if node.pointee.options != 0 {
        (copy.defaultValue, copy.identity) = (column.defaultValue, column.identity)
        copy.generated = column.generated
      }
      try append(copy, to: table)
    }
    if node.pointee.options != 0 {
      let name = state.catalog.tables[table].name
      for key in state.catalog.tables[from].keys {
        try addKey(
          nil, key.columns, isPrimary: key.isPrimary, to: table, named: name)
      }
      state.catalog.tables[table].checks += state.catalog.tables[from].checks
    }
  }

  mutating func append(_ column: Catalog.Column, to table: Int) throws(ReadFailure) {
    let columns = state.catalog.tables[table].columns
    guard !columns.contains(where: { $0.name == column.name }) else {
      throw .refused(
        SQLState(rawValue: "42701"), "column \"\(column.name)\" specified more than once")
    }
    state.catalog.tables[table].columns.append(column)
  }

  /// Adds a column with what is said of it, but for keys, checks and references.
  mutating func addColumn(
    _ node: UnsafeMutablePointer<PgQuery__ColumnDef>, to table: Int
  ) throws(ReadFailure) {
    let definition = node.pointee
    let name = text(definition.colname)
    let written = state.resolved(try reader.typeName(definition.type_name))
    var column = Catalog.Column(name, written, place: place)
    if let type = Self.serialTypes[written.name] {
      column.type = type
      column.isNullable = false
      column.defaultValue = try serialDefault(column: name, of: table)
    }
    for item in list(definition.n_constraints, definition.constraints)
    where item.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      let constraint = item.pointee.constraint.pointee
      switch constraint.contype {
      case PG_QUERY__CONSTR_TYPE__CONSTR_NOTNULL, PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY:
        column.isNullable = false
      case PG_QUERY__CONSTR_TYPE__CONSTR_IDENTITY:
        column.isNullable = false
        column.identity = text(constraint.generated_when) == "a" ? .always : .byDefault
      default: break
      }
    }
    try append(column, to: table)
    for item in list(definition.n_constraints, definition.constraints)
    where item.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      let constraint = item.pointee.constraint.pointee
      guard let expression = constraint.raw_expr else { continue }
      let last = state.catalog.tables[table].columns.count - 1
      switch constraint.contype {
      case PG_QUERY__CONSTR_TYPE__CONSTR_DEFAULT:
        state.catalog.tables[table].columns[last].defaultValue = try defaultValue(expression)
      case PG_QUERY__CONSTR_TYPE__CONSTR_GENERATED:
        let value = try reader.lenientExpression(expression)
        _ = try checkedColumns(value, of: table)
        state.catalog.tables[table].columns[last].generated = value
      default: break
      }
    }
  }

  /// A default as the catalog keeps it; DEFAULT NULL is none.
  mutating func defaultValue(_ node: Node) throws(ReadFailure) -> SQLExpression? {
    let value = try reader.lenientExpression(node)
    if value == .null { return nil }
    var resolver = NameResolver(state, isStrict: false)
    return try resolver.resolve(value)
  }

  private static let serialTypes: [String: TypeName] = [
    "serial": .integer, "serial4": .integer, "bigserial": .bigint, "serial8": .bigint,
    "smallserial": .smallint, "serial2": .smallint,
  ]

  private mutating func serialDefault(
    column: String, of table: Int
  ) throws(ReadFailure) -> SQLExpression {
    let name = state.catalog.tables[table].name
    let sequence = freeName(name.name, column, "seq") {
      state.slot(QualifiedName(name.schema, $0)) != nil
    }
    state.add(
      Catalog.Sequence(
        QualifiedName(name.schema, sequence), owner: state.currentRole,
        acl: state.newACL(.sequences, in: name.schema), place: place))
    return .function(
      "nextval",
      .cast(operand: .string("\(name.schema).\(sequence)"), type: TypeName("regclass")))
  }

  /// The table's columns that an expression names, or 42703.
  func checkedColumns(
    _ expression: SQLExpression, of table: Int
  ) throws(ReadFailure) -> [String] {
    var resolver = NameResolver(state)
    _ = try resolver.expression(expression, over: state.catalog.tables[table].name)
    let order = state.catalog.tables[table].columns.map(\.name)
    let used = Set(resolver.used.map(\.name))
    return order.filter(used.contains)
  }
}
