import AccessModel
import CPgQuery

extension CatalogBuilder {
  /// DROP.
  mutating func drop(
    _ node: UnsafeMutablePointer<PgQuery__DropStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let isCascading = statement.behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE
    for object in list(statement.n_objects, statement.objects) {
      do throws(ReadFailure) {
        try drop(object, statement.remove_type, isCascading: isCascading)
      } catch {
        // IF EXISTS takes what does not exist, and nothing else.
        guard statement.missing_ok != 0, case .refused(let answer, _) = error,
          Self.missing.contains(answer.sqlState.rawValue)
        else { throw error }
      }
    }
    return .applied
  }

  private static let missing: Set = ["42P01", "42704", "42883", "3F000", "42703"]

  private mutating func drop(
    _ object: Node, _ type: PgQuery__ObjectType, isCascading: Bool
  ) throws(ReadFailure) {
    let names = names(object)
    switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE: try dropRelation(names, "table", isCascading)
    case PG_QUERY__OBJECT_TYPE__OBJECT_VIEW: try dropRelation(names, "view", isCascading)
    case PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW:
      try dropRelation(names, "materialized view", isCascading)
    case PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE: try dropRelation(names, "sequence", isCascading)
    case PG_QUERY__OBJECT_TYPE__OBJECT_INDEX: try dropRelation(names, "index", isCascading)
    case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY:
      let index = try table(relationName(names.dropLast()))
      let policy = try policy(names.last ?? "", on: index)
      state.catalog.tables[index].policies.remove(at: policy)
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE:
      guard object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS else { return }
      let index = try function(object.pointee.object_with_args)
      try dropFunction(index, isCascading: isCascading)
    case PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA:
      try dropSchema(names.last ?? "", isCascading: isCascading)
    case PG_QUERY__OBJECT_TYPE__OBJECT_TYPE, PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN:
      try dropType(names, isCascading: isCascading)
    // Triggers, extensions and the rest are not kept.
    default: break
    }
  }

  private mutating func dropRelation(
    _ names: [String], _ kind: String, _ isCascading: Bool
  ) throws(ReadFailure) {
    let written = relationName(names)
    guard let name = state.find(written) else {
      try state.requireKnown(written)
      throw .refused(
        .undefinedTable, "\(kind) \"\(DatabaseState.written(written))\" does not exist")
    }
    let isRight: Bool =
      switch state.slot(name) {
      case .table: kind == "table"
      case .view: kind == "view"
      case .sequence: kind == "sequence"
      case .index: kind == "index"
      case .opaque, nil: true
      }
    guard isRight else {
      throw .refused(
        SQLState(rawValue: "42809"),
        "\"\(name.name)\" is not \(kind == "index" ? "an" : "a") \(kind)")
    }
    try drop(name, what: "\(kind) \(name)", isCascading: isCascading)
  }

  /// Drops a relation with what depends on it.
  mutating func drop(
    _ name: QualifiedName, what: String, isCascading: Bool
  ) throws(ReadFailure) {
    try dropReferences(to: name, key: nil, isCascading: isCascading, what: what)
    try dropReaders(isCascading: isCascading, what: what) { $0.relations.contains(name) }
    if case .table(let index) = state.slot(name) {
      for column in state.catalog.tables[index].columns {
        guard let sequence = Self.serialSequence(column, of: name) else { continue }
        state.remove(sequence)
      }
    }
    state.remove(name)
  }

  /// The sequence that a serial column owns.
  private static func serialSequence(
    _ column: Catalog.Column, of table: QualifiedName
  ) -> QualifiedName? {
    guard case .call(let call)? = column.defaultValue, call.name == "nextval",
      case .cast(.literal(.string(let text)), _)? = call.arguments.first,
      text == "\(table.schema).\(table.name)_\(column.name)_seq"
    else { return nil }
    return QualifiedName(table.schema, "\(table.name)_\(column.name)_seq")
  }

  /// Drops the foreign keys that refer to a table, or refuses.
  mutating func dropReferences(
    to table: QualifiedName, key: Catalog.Key?, isCascading: Bool, what: String
  ) throws(ReadFailure) {
    func depends(_ reference: Catalog.ForeignKey) -> Bool {
      reference.references == table
        && (key.map { Set($0.columns) == Set(reference.referencedColumns) } ?? true)
    }
    for index in state.catalog.tables.indices {
      let isOwn = state.catalog.tables[index].name == table && key == nil
      guard !isOwn, state.catalog.tables[index].foreignKeys.contains(where: depends) else {
        continue
      }
      guard isCascading else { throw Self.dependents(of: what) }
      state.catalog.tables[index].foreignKeys.removeAll(where: depends)
    }
  }

  /// Drops the views and policies whose expressions a test holds for, or refuses.
  mutating func dropReaders(
    isCascading: Bool, what: String, _ reads: (NameResolver) -> Bool
  ) throws(ReadFailure) {
    for index in state.catalog.tables.indices {
      let table = state.catalog.tables[index]
      let kept = table.policies.filter { policy in
        !reads(resolver(of: [policy.using, policy.check].compactMap { $0 }, over: table.name))
      }
      guard kept.count < table.policies.count else { continue }
      guard isCascading else { throw Self.dependents(of: what) }
      state.catalog.tables[index].policies = kept
    }
    let readers = state.catalog.views.filter { reads(resolver(of: $0.query)) }
    for view in readers {
      guard isCascading else { throw Self.dependents(of: what) }
      try drop(view.name, what: what, isCascading: true)
    }
  }

  static func dependents(of what: String) -> ReadFailure {
    .refused(
      SQLState(rawValue: "2BP01"), "cannot drop \(what) because other objects depend on it",
      hint: "Use DROP ... CASCADE to drop the dependent objects too.")
  }

  /// A resolver that has met what the expressions name; a policy's own table apart.
  func resolver(of expressions: [SQLExpression], over table: QualifiedName) -> NameResolver {
    var resolver = NameResolver(state, isStrict: false)
    for expression in expressions { _ = try? resolver.expression(expression, over: table) }
    return resolver
  }

  func resolver(of query: SQLQuery) -> NameResolver {
    var resolver = NameResolver(state, isStrict: false)
    _ = try? resolver.resolve(query)
    return resolver
  }

  mutating func dropColumn(
    _ command: PgQuery__AlterTableCmd, of index: Int
  ) throws(ReadFailure) {
    let name = text(command.name)
    let relation = state.catalog.tables[index].name
    guard state.catalog.tables[index].columns.contains(where: { $0.name == name }) else {
      if command.missing_ok != 0 { return }
      _ = try column(name, of: index)
      return
    }
    let isCascading = command.behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE
    let what = "column \(name) of table \(relation)"
    let used = NameResolver.Column(relation: relation, name: name)
    for key in state.catalog.tables[index].keys where key.columns.contains(name) {
      try dropReferences(to: relation, key: key, isCascading: isCascading, what: what)
      state.remove(QualifiedName(relation.schema, key.name))
    }
    try dropReaders(isCascading: isCascading, what: what) { $0.used.contains(used) }
    // Constraints and indexes over the column go with it.
    state.catalog.tables[index].keys.removeAll { $0.columns.contains(name) }
    state.catalog.tables[index].foreignKeys.removeAll { $0.columns.contains(name) }
    for check in state.catalog.tables[index].checks
    where resolver(of: [check.expression], over: relation).used.contains(used) {
      state.catalog.tables[index].checks.removeAll { $0.name == check.name }
    }
    for (indexName, definition) in state.indexes(of: relation)
    where definition.columns.contains(name) {
      state.remove(indexName)
    }
    state.catalog.tables[index].columns.removeAll { $0.name == name }
  }

  private mutating func dropFunction(_ index: Int, isCascading: Bool) throws(ReadFailure) {
    let function = state.catalog.functions[index]
    let types = function.arguments.map(\.type.description).joined(separator: ",")
    let what = "function \(function.name)(\(types))"
    // Calls of another function of the name do not depend on this one.
    let isOnly = state.catalog.functions.filter { $0.name == function.name }.count == 1
    if isOnly {
      func calls(_ expression: SQLExpression?) -> Bool {
        guard let expression else { return false }
        return FunctionCalls.names(in: expression).contains { schema, name in
          name == function.name.name && (schema ?? "public") == function.name.schema
        }
      }
      for table in state.catalog.tables.indices {
        let kept = state.catalog.tables[table].policies.filter {
          !calls($0.using) && !calls($0.check)
        }
        guard kept.count < state.catalog.tables[table].policies.count else { continue }
        guard isCascading else { throw Self.dependents(of: what) }
        state.catalog.tables[table].policies = kept
      }
    }
    state.catalog.functions.remove(at: index)
  }

  private mutating func dropSchema(_ name: String, isCascading: Bool) throws(ReadFailure) {
    guard state.catalog.schema(name) != nil else {
      throw .refused(SQLState(rawValue: "3F000"), "schema \"\(name)\" does not exist")
    }
    let relations = state.relations(in: name)
    let isEmpty =
      relations.isEmpty && !state.catalog.functions.contains { $0.name.schema == name }
      && !state.catalog.types.contains { $0.name.schema == name }
    guard isEmpty || isCascading else { throw Self.dependents(of: "schema \(name)") }
    for relation in relations where state.slot(relation) != nil {
      try drop(relation, what: "schema \(name)", isCascading: true)
    }
    state.catalog.functions.removeAll { $0.name.schema == name }
    state.catalog.types.removeAll { $0.name.schema == name }
    state.catalog.schemas.removeAll { $0.name == name }
  }

  private mutating func dropType(_ names: [String], isCascading: Bool) throws(ReadFailure) {
    let index = try type(names)
    let name = state.catalog.types[index].name
    let dotted = SyntaxReader.dotted(name.schema, name.name)
    for table in state.catalog.tables.indices
    where state.catalog.tables[table].columns.contains(where: { $0.type.name == dotted }) {
      guard isCascading else { throw Self.dependents(of: "type \(name)") }
      state.catalog.tables[table].columns.removeAll { $0.type.name == dotted }
    }
    state.catalog.types.remove(at: index)
  }
}
