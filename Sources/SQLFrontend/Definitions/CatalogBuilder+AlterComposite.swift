import AccessModel
import CPgQuery
import RowSecurity

/// Changes of composite types.
extension CatalogBuilder {
  /// ALTER TYPE of a composite one.
  mutating func alterComposite(
    _ written: SQLRelationName, _ commands: [PgQuery__AlterTableCmd]
  ) throws(ReadFailure) -> Effect {
    guard let index = try ownComposite(written),
      case .composite(var fields) = state.catalog.types[index].kind
    else {
      try requireListed(written, for: .alter, as: PG_QUERY__OBJECT_TYPE__OBJECT_TYPE)
      try requireOwner(of: try state.relation(written))
      throw .refused(
        SQLState(rawValue: "42809"), "\"\(written.name)\" is not a composite type")
    }
    let name = state.catalog.types[index].name
    for command in commands {
      if command.subtype != PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner {
        try requireNoTables(
          of: name, isCascading: command.behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE)
      }
      if isSession, command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType {
        try requireUnheld(name)
      }
      try alter(&fields, command, of: name)
    }
    state.catalog.types[index].kind = .composite(fields)
    return .applied
  }

  /// A composite type, which is looked for and owned as the relation that it is; nil: there is none.
  ///
  /// Source: `RangeVarCallbackForAlterRelation()`, `get_relkind_objtype()`.
  func ownComposite(_ written: SQLRelationName) throws(ReadFailure) -> Int? {
    guard case .composite(let type, let owner)? = state.unlisted(written) else { return nil }
    try state.requireUsage(written)
    try require(.ownership(what: "table \(type.name)", owner: owner))
    return state.catalog.types.firstIndex { $0.name == type }
  }

  /// Values of other types that hold those of one's own are not changed with it.
  private func requireUnheld(_ type: QualifiedName) throws(ReadFailure) {
    guard let column = state.columnHolding(.own(type)) else { return }
    throw .refused(
      .featureNotSupported,
      "cannot alter type \"\(type.name)\" because column \"\(column)\" uses it")
  }

  private mutating func alter(
    _ fields: inout [Catalog.CustomType.Field], _ command: PgQuery__AlterTableCmd,
    of type: QualifiedName
  ) throws(ReadFailure) {
    let definition =
      command.def.flatMap {
        $0.kind == PG_QUERY__NODE__NODE_COLUMN_DEF ? $0.pointee.column_def : nil
      }
    let name = text(command.name)
    let position = fields.firstIndex { $0.name == name }
    switch command.subtype {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn:
      guard let node = definition?.pointee else { return }
      let new = text(node.colname)
      guard !fields.contains(where: { $0.name == new }) else {
        throw .refused(
          SQLState(rawValue: "42701"),
          "column \"\(new)\" of relation \"\(type.name)\" already exists")
      }
      let added = try columnType(node.type_name)
      try requireStorable(added, isSet: node.type_name.pointee.setof != 0, column: new)
      try requireNotWithin(added, row: type)
      fields.append(Catalog.CustomType.Field(new, added))
      note(.addedField(type))
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn:
      guard let position else {
        let message = "column \"\(name)\" of relation \"\(type.name)\" does not exist"
        guard command.missing_ok != 0 else { throw .refused(.undefinedColumn, message) }
        notice(message + ", skipping")
        return
      }
      guard !isSession || !mayRead(field: name) else {
        throw .unsupported("DROP ATTRIBUTE of a field that definitions may read")
      }
      fields.remove(at: position)
      note(.droppedField(type, position: position))
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType:
      guard let position, let node = definition?.pointee else {
        throw .refused(
          .undefinedColumn, "column \"\(name)\" of relation \"\(type.name)\" does not exist")
      }
      guard !isSession || !mayRead(field: name) else {
        throw .unsupported("ALTER ATTRIBUTE of a field that definitions may read")
      }
      let changed = try columnType(node.type_name)
      try requireStorable(changed, isSet: false, column: name)
      try requireNotWithin(changed, row: type)
      fields[position].type = changed
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner:
      let owner = try role(command.newowner)
      state.changeType(type) { $0.owner = owner }
    default: throw .unsupported("a change of a composite type")
    }
  }

  /// Whether a stored expression reads a field that is called so.
  private func mayRead(field name: String) -> Bool {
    func reads(_ node: SQLNode) -> Bool {
      node.descendants.contains {
        if case .expression(.field(_, name)) = $0 { true } else { false }
      }
    }
    let catalog = state.catalog
    return catalog.views.contains { reads(.query($0.query)) }
      || catalog.types.contains { $0.checks.contains { reads(.expression($0.expression)) } }
      || catalog.functions.contains { function in
        function.isAtomic && function.statements.contains { reads(.statement($0)) }
      }
      || catalog.tables.contains { table in
        var expressions: [SQLExpression?] = table.policies.flatMap { [$0.using, $0.check] }
        expressions += table.checks.map(\.expression)
        expressions += table.columns.flatMap { [$0.defaultValue, $0.generated] }
        for index in table.indexes { expressions += index.parts + [index.condition] }
        expressions += table.triggers.map(\.condition)
        return !table.rules.isEmpty
          || expressions.contains { $0.map { reads(.expression($0)) } ?? false }
      }
  }
}
