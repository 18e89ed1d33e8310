import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  /// CREATE TABLE. `server`: of a foreign table.
  mutating func createTable(
    _ node: UnsafeMutablePointer<PgQuery__CreateStmt>, on server: String? = nil
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let range = statement.relation else { throw .unsupported("a table without a name") }
    if let key = statement.partspec { try requireStrategy(key.pointee) }
    let name = try newRelation(range)
    if skips(name, if: statement.if_not_exists != 0) { return .applied }
    if server != nil {
      try requireKeepable(
        list(statement.n_table_elts, statement.table_elts)
          + list(statement.n_constraints, statement.constraints))
    }
    let rowType = try typeOfRows(statement)
    if statement.partspec != nil, statement.n_inh_relations > 0, statement.partbound == nil {
      throw .refused(
        .invalidObjectDefinition, "cannot create partitioned table as inheritance child")
    }
    try requireSound(statement, name)
    try requireFreeRelation(name)
    tableInMaking = name

    var table = Catalog.Table(
      name, columns: [], owner: state.currentRole,
      acl: state.newACL(.tables, in: name.schema), origin: origin == .plan ? nil : origin,
      place: place)
    if let rowType {
      table.rowType = rowType
      table.columns = columns(ofType: rowType)
    }
    if server != nil { (table.kind, table.server) = (.foreign, server) }
    table.isTemporary = isTemporary(name)
    table.atCommit = Self.atCommit(statement.oncommit)
    guard
      table.atCommit == .preserveRows || !isSession
        || statement.partspec == nil && statement.n_inh_relations == 0
    else { throw .unsupported("ON COMMIT of tables above each other") }
    if statement.partspec != nil { table.kind = .partitioned }
    if let bound = statement.partbound {
      table.partitionBound = try partitionBound(bound.pointee)
    }
    let elements = list(statement.n_table_elts, statement.table_elts)
    var sources = try likeSources(elements).makeIterator()
    state.add(table)
    if let range = statement.relation { notePersistence(range, of: name) }
    note(.createdTable(name))
    if statement.n_options > 0 || !text(statement.access_method).isEmpty { note(.movedRows(name)) }
    let conflicts = try inherit(list(statement.n_inh_relations, statement.inh_relations), name)
    guard case .table(let index) = state.slot(name) else { return .applied }
    let sequences = state.catalog.sequences.count
    var copies: [LikeCopy] = []
    for element in elements {
      switch element.kind {
      case PG_QUERY__NODE__NODE_COLUMN_DEF:
        try addColumn(element.pointee.column_def, to: index)
      case PG_QUERY__NODE__NODE_TABLE_LIKE_CLAUSE:
        let source = sources.next() ?? nil
        if let copy = try like(element.pointee.table_like_clause, source, index) {
          copies.append(copy)
        }
      default: break
      }
    }
    try requireOneDefault(of: conflicts, index, elements)
    // Those of its columns are made before it. Source: `transformCreateStmt()`.
    if state.catalog.sequences.count > sequences { state.stamp(.relation(name)) }
    // They may name columns that come later.
    let definitions = elements.filter { $0.kind == PG_QUERY__NODE__NODE_COLUMN_DEF }
      .compactMap { $0.pointee.column_def }
    try addGenerated(of: definitions, to: index)
    if let key = statement.partspec { try partition(index, by: key.pointee) }
    let expressions = state.catalog.tables[index].partitionKey?.parts.filter {
      if case .column = $0 { false } else { true }
    }
    do throws(ReadFailure) {
      try complete(index, by: statement, copies)
    } catch {
      // What is wrong with the expressions of a partition key comes first.
      guard isSession, expressions?.isEmpty == false, case .refused(let answer, _) = error else {
        throw error
      }
      note(.refusedOnceBound(answer))
    }
    return .applied
  }

  /// The constraints of a new table, and its place among partitions.
  private mutating func complete(
    _ index: Int, by statement: PgQuery__CreateStmt, _ copies: [LikeCopy]
  ) throws(ReadFailure) {
    let elements = list(statement.n_table_elts, statement.table_elts)
    // References and partitions are made by looking the new table up by its name.
    let references = elements + list(statement.n_constraints, statement.constraints)
    if let range = statement.relation,
      statement.partbound != nil || references.contains(where: Self.isReference)
    {
      try state.requireUsage(reader.relation(range))
    }
    try addConstraints(references, to: index, in: [.primaryKey, .keys, .checks])
    // Source: `transformCreateStmt()`.
    for copy in copies { try add(copy, to: index) }
    try addConstraints(references, to: index, in: [.references])
    if let bound = statement.partbound {
      try requireBound(bound.pointee, of: index)
      try becomePartition(index)
    }
  }

  private static func isReference(_ node: Node) -> Bool {
    switch node.kind {
    case PG_QUERY__NODE__NODE_CONSTRAINT:
      node.pointee.constraint.pointee.contype == PG_QUERY__CONSTR_TYPE__CONSTR_FOREIGN
    case PG_QUERY__NODE__NODE_COLUMN_DEF:
      list(
        node.pointee.column_def.pointee.n_constraints, node.pointee.column_def.pointee.constraints
      )
      .contains(where: isReference)
    default: false
    }
  }

  /// The constraints of a CREATE TABLE: keys come before what refers to them.
  private mutating func addConstraints(
    _ nodes: [Node], to index: Int, in phases: [ConstraintPhase]
  ) throws(ReadFailure) {
    for wanted in phases {
      for element in nodes {
        if element.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
          try addConstraint(element.pointee.constraint, to: index, in: wanted)
        } else if element.kind == PG_QUERY__NODE__NODE_COLUMN_DEF {
          try addConstraints(of: element.pointee.column_def, to: index, in: wanted)
        }
      }
    }
  }

  /// `source`: what its definition computes it by.
  mutating func append(
    _ column: Catalog.Column, to table: Int, with source: ColumnSource? = nil
  ) throws(ReadFailure) {
    let columns = state.catalog.tables[table].columns
    guard let known = columns.firstIndex(where: { $0.name == column.name }) else {
      guard !SystemColumns.names.contains(column.name) else {
        throw systemColumn(column.name)
      }
      state.catalog.tables[table].columns.append(column)
      return
    }
    guard columns[known].isInherited else {
      throw .refused(
        SQLState(rawValue: "42701"), "column \"\(column.name)\" specified more than once")
    }
    try merge(column, into: known, of: table, source ?? ColumnSource(column))
  }

  /// Adds a column with what is said of it, but for keys, checks and references.
  mutating func addColumn(
    _ node: UnsafeMutablePointer<PgQuery__ColumnDef>, to table: Int
  ) throws(ReadFailure) {
    let definition = node.pointee
    let name = text(definition.colname)
    // Columns of a partition say more of the parent's.
    guard definition.type_name != nil else {
      try addOptions(of: node, named: name, to: table)
      return
    }
    let written = try columnType(definition.type_name)
    var column = Catalog.Column(name, written, place: place)
    if let type = Self.serialTypes[written.name] {
      column.type = type
      column.isNullable = false
      column.defaultValue = try serialDefault(column: name, of: table, type: type)
    }
    if let clause = definition.coll_clause {
      column.collation = strings(list(clause.pointee.n_collname, clause.pointee.collname)).last
    }
    for item in list(definition.n_constraints, definition.constraints)
    where item.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      let constraint = item.pointee.constraint.pointee
      switch constraint.contype {
      case PG_QUERY__CONSTR_TYPE__CONSTR_NOTNULL, PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY:
        column.isNullable = false
        if isSession { state.notNullNames.insert(text(constraint.conname)) }
      case PG_QUERY__CONSTR_TYPE__CONSTR_IDENTITY:
        column.isNullable = false
        column.identity = text(constraint.generated_when) == "a" ? .always : .byDefault
        column.identitySequence = try identitySequence(
          list(constraint.n_options, constraint.options), of: name, table)
      default: break
      }
    }
    try append(
      column, to: table,
      with: ColumnSource(
        hasDefault: column.defaultValue != nil || Self.hasDefault(definition),
        generation: Self.generation(of: definition).map { isVirtual($0) ? .virtual : .stored },
        isIdentity: column.identity != nil))
    try addValues(of: node, to: table, column: name)
  }

  private mutating func addOptions(
    of node: UnsafeMutablePointer<PgQuery__ColumnDef>, named name: String, to table: Int
  ) throws(ReadFailure) {
    guard let index = state.catalog.tables[table].columns.firstIndex(where: { $0.name == name })
    else {
      throw .refused(.undefinedColumn, "column \"\(name)\" does not exist")
    }
    try requireSource(
      ColumnSource(
        hasDefault: Self.hasDefault(node.pointee),
        generation: Self.generation(of: node.pointee).map { isVirtual($0) ? .virtual : .stored },
        isIdentity: false), fits: state.catalog.tables[table].columns[index])
    for item in list(node.pointee.n_constraints, node.pointee.constraints)
    where item.kind == PG_QUERY__NODE__NODE_CONSTRAINT
      && item.pointee.constraint.pointee.contype == PG_QUERY__CONSTR_TYPE__CONSTR_NOTNULL
    {
      state.catalog.tables[table].columns[index].isNullable = false
    }
    try addValues(of: node, to: table, column: name)
  }

  /// DEFAULT, which may call functions.
  private mutating func addValues(
    of node: UnsafeMutablePointer<PgQuery__ColumnDef>, to table: Int, column name: String
  ) throws(ReadFailure) {
    guard let index = state.catalog.tables[table].columns.firstIndex(where: { $0.name == name })
    else { return }
    for item in list(node.pointee.n_constraints, node.pointee.constraints)
    where item.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      let constraint = item.pointee.constraint.pointee
      guard let expression = constraint.raw_expr,
        constraint.contype == PG_QUERY__CONSTR_TYPE__CONSTR_DEFAULT
      else { continue }
      state.catalog.tables[table].columns[index].defaultValue = try defaultValue(
        expression, of: state.catalog.tables[table].columns[index].type)
      state.stamp(.defaultValue(state.catalog.tables[table].name, name))
    }
  }

  /// GENERATED ALWAYS AS, which names columns of the table, but no other that is generated.
  ///
  /// Source: `check_nested_generated_walker()` in `src/backend/catalog/heap.c`.
  mutating func addGenerated(
    of nodes: [UnsafeMutablePointer<PgQuery__ColumnDef>], to table: Int
  ) throws(ReadFailure) {
    let clauses = nodes.compactMap { node in
      Self.generation(of: node.pointee).map { (column: text(node.pointee.colname), clause: $0) }
    }
    let names = Set(clauses.map(\.column))
    for (name, clause) in clauses {
      guard let expression = clause.raw_expr else { continue }
      let index = try column(name, of: table)
      let value = try reader.lenientExpression(expression)
      let used = try checkedColumns(value, of: table, in: "column generation expression")
      // Subqueries are refused before their columns are.
      if !value.hasQuery { try requireNoRow(in: value, of: state.catalog.tables[table].name) }
      let generated = state.catalog.tables[table].columns.first {
        used.contains($0.name) && ($0.generated != nil || names.contains($0.name))
      }
      if let generated, !value.hasQuery {
        throw .refused(
          PostgresError(
            SQLState(rawValue: "42P17"),
            "cannot use generated column \"\(generated.name)\" in column generation expression",
            detail: "A generated column cannot reference another generated column."),
          location: nil)
      }
      state.catalog.tables[table].columns[index].generated = kept(
        value, over: state.catalog.tables[table].name)
      state.stamp(.column(state.catalog.tables[table].name, name))
      state.catalog.tables[table].columns[index].isVirtual = isVirtual(clause)
    }
  }

  private func requireNoRow(
    in value: SQLExpression, of relation: QualifiedName
  ) throws(ReadFailure) {
    var resolver = NameResolver(state)
    guard try resolver.expression(value, over: relation).hasWholeRow else { return }
    throw .refused(
      PostgresError(
        SQLState(rawValue: "42P17"),
        "cannot use whole-row variable in column generation expression",
        detail: "This would cause the generated column to depend on its own value."),
      location: nil)
  }

  func isVirtual(_ clause: PgQuery__Constraint) -> Bool {
    newer.virtualColumns.contains(Int(clause.location))
  }

  func isVirtual(_ column: PgQuery__ColumnDef) -> Bool {
    Self.generation(of: column).map(isVirtual) ?? false
  }

  static func generation(of column: PgQuery__ColumnDef) -> PgQuery__Constraint? {
    list(column.n_constraints, column.constraints).filter {
      $0.kind == PG_QUERY__NODE__NODE_CONSTRAINT
    }.map { $0.pointee.constraint.pointee }.first {
      $0.contype == PG_QUERY__CONSTR_TYPE__CONSTR_GENERATED
    }
  }

  /// A default as the catalog keeps it; DEFAULT NULL is none.
  mutating func defaultValue(
    _ node: Node, of type: TypeName
  ) throws(ReadFailure) -> SQLExpression? {
    let value = try reader.lenientExpression(node)
    // Of a domain NULL hides the domain's own. Source: `AddRelationNewConstraints()` in `heap.c`.
    if value == .null { return state.isDomain(type) ? value : nil }
    var resolver = NameResolver(state, isStrict: false)
    resolver.checksUsage = true
    let resolved = try resolver.resolve(value)
    if isSession { try requireRelations(in: resolved) }
    return resolved
  }

  /// Literals that name relations are looked up where they stand: `nextval('s')`.
  ///
  /// Source: `regclassin()` in `src/backend/utils/adt/regproc.c`.
  private func requireRelations(in value: SQLExpression) throws(ReadFailure) {
    for child in value.children { try requireRelations(in: child) }
    guard case .cast(.literal(.string(let text)), let type) = value, type.name == "regclass",
      !type.isArray
    else { return }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isPlain = text.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2E
    }
    guard let name = parts.last, parts.count <= 2, isPlain, Int(name) == nil,
      !name.hasPrefix("pg_"), parts.count == 1 || !state.opaqueSchemas.contains(parts[0])
    else { return }
    let relation = SQLRelationName(schema: parts.count == 2 ? parts[0] : nil, name)
    _ = try state.relation(relation, isInQuery: state.postgresVersion >= .v16)
  }

  private mutating func serialDefault(
    column: String, of table: Int, type: TypeName
  ) throws(ReadFailure) -> SQLExpression {
    let name = state.catalog.tables[table].name
    if !isTemporary(name) { try require(.create(schema: name.schema)) }
    let chosen = freeName(name.name, column, "seq") {
      state.slot(QualifiedName(name.schema, $0)) != nil
    }
    var sequence = Catalog.Sequence(
      QualifiedName(name.schema, chosen), owner: state.currentRole,
      acl: state.newACL(.sequences, in: name.schema),
      ownedBy: Catalog.Sequence.Owner(name, column), place: place)
    if type != .bigint { sequence.type = type }
    sequence.isTemporary = isTemporary(name)
    state.add(sequence)
    // It is made before its table.
    if tableInMaking == name { state.stamp(.relation(name)) }
    note(.createdSequence(sequence.name))
    return .function(
      "nextval",
      .cast(operand: .string(SyntaxReader.dotted(name.schema, chosen)), type: TypeName("regclass")))
  }

  /// An expression over a row, or over none, whose names mean what they mean now, whatever the
  /// search path is later.
  func kept(_ expression: SQLExpression, over relation: QualifiedName?) -> SQLExpression {
    guard isSession else { return expression }
    var resolver = NameResolver(state, isStrict: false)
    resolver.keepsPlainColumns = true
    guard let relation else { return (try? resolver.resolve(expression)) ?? expression }
    return (try? resolver.expression(expression, over: relation)) ?? expression
  }

  /// The table's columns that an expression names, or 42703.
  ///
  /// `place`: where no subquery may stand.
  func checkedColumns(
    _ expression: SQLExpression, of table: Int, in place: String? = nil
  ) throws(ReadFailure) -> [String] {
    let used = try usedColumns(expression, of: table, in: place)
    return state.catalog.tables[table].columns.map(\.name).filter(used.contains)
  }

  /// As above, with those that every table has.
  func usedColumns(
    _ expression: SQLExpression, of table: Int, in place: String? = nil
  ) throws(ReadFailure) -> Set<String> {
    var resolver = NameResolver(state)
    do throws(ReadFailure) {
      _ = try resolver.expression(expression, over: state.catalog.tables[table].name)
    } catch {
      // Whether a subquery may stand there is asked before what it reads is looked up.
      guard let place, expression.hasQuery, case .refused(let answer, _) = error,
        answer.sqlState == .undefinedTable
      else { throw error }
      throw .refused(.featureNotSupported, "cannot use subquery in \(place)")
    }
    return expression.systemColumns.union(resolver.used.map(\.name))
  }
}

extension SQLExpression {
  /// Whether a subquery stands in it.
  var hasQuery: Bool {
    switch self {
    case .exists, .scalarQuery, .inQuery, .arrayQuery, .quantifiedQuery: true
    default: children.contains(where: \.hasQuery)
    }
  }

  /// The columns that it names and every table has.
  var systemColumns: Set<String> {
    var names = children.reduce(into: Set<String>()) { $0.formUnion($1.systemColumns) }
    if case .column(_, let name) = self, SystemColumns.names.contains(name) { names.insert(name) }
    return names
  }

  /// A column of the row is only a column. Source: `ParseComplexProjection()`.
  fileprivate var hasWholeRow: Bool {
    if case .field(.wholeRow, _) = self { return false }
    if case .wholeRow = self { return true }
    return children.contains(where: \.hasWholeRow)
  }
}
