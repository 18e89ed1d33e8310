import AccessModel
import CPgQuery

extension CatalogBuilder {
  /// RENAME.
  mutating func rename(
    _ node: UnsafeMutablePointer<PgQuery__RenameStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let (old, new) = (text(statement.subname), text(statement.newname))
    let written = statement.relation.map { reader.relation($0) }
    if let written, state.find(written) == nil, statement.missing_ok != 0 { return .applied }
    switch statement.rename_type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE, PG_QUERY__OBJECT_TYPE__OBJECT_VIEW,
      PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE, PG_QUERY__OBJECT_TYPE__OBJECT_INDEX,
      PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW:
      guard let written else { break }
      let name = try state.relation(written)
      try move(name, to: QualifiedName(name.schema, new))
    case PG_QUERY__OBJECT_TYPE__OBJECT_COLUMN:
      guard let written else { break }
      try renameColumn(old, to: new, of: try state.relation(written))
    case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY:
      guard let written else { break }
      let index = try table(written)
      let position = try policy(old, on: index)
      guard !state.catalog.tables[index].policies.contains(where: { $0.name == new }) else {
        throw .refused(
          SQLState(rawValue: "42710"),
          "policy \"\(new)\" for table \"\(state.catalog.tables[index].name.name)\" "
            + "already exists")
      }
      state.catalog.tables[index].policies[position].name = new
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABCONSTRAINT:
      guard let written else { break }
      try renameConstraint(old, to: new, of: try table(written))
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION:
      guard let object = statement.object, object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS
      else { break }
      let index = try function(object.pointee.object_with_args)
      guard FunctionUse.isUnused(state.catalog.functions[index].name, in: state.catalog) else {
        throw .unsupported("RENAME of a function that policies call")
      }
      state.catalog.functions[index].name.name = new
    default: throw .unsupported("RENAME of an object of this kind")
    }
    return .applied
  }

  /// SET SCHEMA.
  mutating func setSchema(
    _ node: UnsafeMutablePointer<PgQuery__AlterObjectSchemaStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let schema = try state.schemaForCreation(text(statement.newschema))
    if let range = statement.relation {
      let written = reader.relation(range)
      if state.find(written) == nil, statement.missing_ok != 0 { return .applied }
      let name = try state.relation(written)
      try move(name, to: QualifiedName(schema, name.name))
      return .applied
    }
    guard let object = statement.object, object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS
    else { throw .unsupported("SET SCHEMA of an object of this kind") }
    let index = try function(object.pointee.object_with_args)
    guard FunctionUse.isUnused(state.catalog.functions[index].name, in: state.catalog) else {
      throw .unsupported("SET SCHEMA of a function that policies call")
    }
    state.catalog.functions[index].name.schema = schema
    return .applied
  }

  private mutating func move(
    _ old: QualifiedName, to new: QualifiedName
  ) throws(ReadFailure) {
    try requireFree(new)
    rewrite { $0.renamedRelation = (old, new) }
    state.rename(old, to: new)
    for table in state.catalog.tables.indices {
      for key in state.catalog.tables[table].foreignKeys.indices
      where state.catalog.tables[table].foreignKeys[key].references == old {
        state.catalog.tables[table].foreignKeys[key].references = new
      }
    }
  }

  private mutating func renameColumn(
    _ old: String, to new: String, of relation: QualifiedName
  ) throws(ReadFailure) {
    guard state.columns(of: relation)?.contains(where: { $0.name == old }) == true else {
      throw .refused(.undefinedColumn, "column \"\(old)\" does not exist")
    }
    guard state.columns(of: relation)?.contains(where: { $0.name == new }) == false else {
      throw .refused(
        SQLState(rawValue: "42701"),
        "column \"\(new)\" of relation \"\(relation.name)\" already exists")
    }
    let column = NameResolver.Column(relation: relation, name: old)
    rewrite { $0.renamedColumn = (column, new) }
    func renamed(_ names: [String]) -> [String] { names.map { $0 == old ? new : $0 } }
    switch state.slot(relation) {
    case .view(let index):
      for position in state.catalog.views[index].columns.indices
      where state.catalog.views[index].columns[position].name == old {
        state.catalog.views[index].columns[position].name = new
      }
    case .table(let index):
      for position in state.catalog.tables[index].columns.indices
      where state.catalog.tables[index].columns[position].name == old {
        state.catalog.tables[index].columns[position].name = new
      }
      for key in state.catalog.tables[index].keys.indices {
        state.catalog.tables[index].keys[key].columns = renamed(
          state.catalog.tables[index].keys[key].columns)
      }
      for key in state.catalog.tables[index].foreignKeys.indices {
        state.catalog.tables[index].foreignKeys[key].columns = renamed(
          state.catalog.tables[index].foreignKeys[key].columns)
      }
    default: break
    }
    for table in state.catalog.tables.indices {
      for key in state.catalog.tables[table].foreignKeys.indices
      where state.catalog.tables[table].foreignKeys[key].references == relation {
        state.catalog.tables[table].foreignKeys[key].referencedColumns = renamed(
          state.catalog.tables[table].foreignKeys[key].referencedColumns)
      }
    }
    for (name, var index) in state.indexes(of: relation) {
      index.columns = renamed(index.columns)
      state.set(name, .index(index))
    }
  }

  /// Writes every stored expression anew.
  private mutating func rewrite(_ prepare: (inout NameResolver) -> Void) {
    var resolver = NameResolver(state, isStrict: false)
    prepare(&resolver)
    for index in state.catalog.tables.indices {
      var table = state.catalog.tables[index]
      func rewritten(_ expression: SQLExpression?) -> SQLExpression? {
        expression.map { (try? resolver.expression($0, over: table.name)) ?? $0 }
      }
      for policy in table.policies.indices {
        table.policies[policy].using = rewritten(table.policies[policy].using)
        table.policies[policy].check = rewritten(table.policies[policy].check)
      }
      for check in table.checks.indices {
        table.checks[check].expression =
          rewritten(table.checks[check].expression) ?? table.checks[check].expression
      }
      for column in table.columns.indices {
        table.columns[column].generated = rewritten(table.columns[column].generated)
      }
      state.catalog.tables[index] = table
    }
    for index in state.catalog.views.indices {
      resolver.scopes = []
      if let query = try? resolver.resolve(state.catalog.views[index].query) {
        state.catalog.views[index].query = query
      }
    }
  }

  private mutating func renameConstraint(
    _ old: String, to new: String, of table: Int
  ) throws(ReadFailure) {
    try requireNoConstraint(new, on: table)
    let relation = state.catalog.tables[table].name
    if let index = state.catalog.tables[table].keys.firstIndex(where: { $0.name == old }) {
      state.rename(
        QualifiedName(relation.schema, old), to: QualifiedName(relation.schema, new))
      state.catalog.tables[table].keys[index].name = new
    } else if let index = state.catalog.tables[table].foreignKeys.firstIndex(where: {
      $0.name == old
    }) {
      state.catalog.tables[table].foreignKeys[index].name = new
    } else if let index = state.catalog.tables[table].checks.firstIndex(where: { $0.name == old }) {
      state.catalog.tables[table].checks[index].name = new
    } else {
      throw .refused(
        .undefinedObject,
        "constraint \"\(old)\" for table \"\(relation.name)\" does not exist")
    }
  }
}

/// Whether stored expressions call a function.
enum FunctionUse {
  static func isUnused(_ name: QualifiedName, in catalog: Catalog) -> Bool {
    var expressions: [SQLExpression] = catalog.views.map { .scalarQuery(query: $0.query) }
    for table in catalog.tables {
      for policy in table.policies {
        expressions += [policy.using, policy.check].compactMap { $0 }
      }
      for column in table.columns {
        expressions += [column.defaultValue, column.generated].compactMap { $0 }
      }
      expressions += table.checks.map(\.expression)
    }
    return !expressions.contains { expression in
      FunctionCalls.names(in: expression).contains { schema, called in
        called == name.name && (schema ?? "public") == name.schema
      }
    }
  }
}
