import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  /// DROP. All objects are looked up before any is dropped.
  /// Source: `RemoveRelations()` in `tablecmds.c`, `RemoveObjects()` in `dropcmds.c`.
  mutating func drop(
    _ node: UnsafeMutablePointer<PgQuery__DropStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    var objects: [ObjectKey] = []
    for object in list(statement.n_objects, statement.objects) {
      do throws(ReadFailure) {
        if let found = try self.object(object, statement.remove_type) { objects.append(found) }
      } catch {
        // IF EXISTS takes what does not exist, and nothing else.
        guard statement.missing_ok != 0, case .refused(let answer, _) = error,
          Self.missing.contains(answer.sqlState.rawValue)
        else { throw error }
        notice(skipping(answer.message, object, statement.remove_type))
      }
    }
    let isCascading = statement.behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE
    if statement.remove_type == PG_QUERY__OBJECT_TYPE__OBJECT_INDEX {
      if statement.concurrent != 0 { try requireNoPartitionedIndex(objects) }
      try requireWholeIndexes(objects)
    }
    try perform(dropping: objects, isCascading: isCascading)
    return .applied
  }

  private static let missing: Set = ["42P01", "42704", "42883", "3F000"]

  /// Source: `does_not_exist_skipping()`: policies, triggers and rules are said to be a relation's.
  private func skipping(
    _ message: String, _ object: Node, _ type: PgQuery__ObjectType
  ) -> String {
    switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY, PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER,
      PG_QUERY__OBJECT_TYPE__OBJECT_RULE:
      // The relation as it is written, if that is not what is missing.
      let names = names(object)
      guard let name = names.last, !message.hasPrefix("relation "), !message.hasPrefix("schema ")
      else { return message + ", skipping" }
      let kind = message.prefix { $0 != " " }
      return "\(kind) \"\(name)\" for relation \"\(names.dropLast().joined(separator: "."))\" "
        + "does not exist, skipping"
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE,
      PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE, PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE:
      guard object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS,
        message.hasSuffix(" does not exist") || message.hasPrefix("could not find"),
        !message.hasPrefix("schema ")
      else { return message + ", skipping" }
      let named = object.pointee.object_with_args.pointee
      let parts = strings(list(named.n_objname, named.objname))
      if message.hasPrefix("type ") {
        // The function's own schema is looked at first.
        guard parts.count == 2, state.catalog.schema(parts[0]) == nil, parts[0] != "pg_catalog"
        else { return message + ", skipping" }
        return "schema \"\(parts[0])\" does not exist, skipping"
      }
      let names = parts.joined(separator: ".")
      // Types as the grammar has them.
      let types = list(named.n_objargs, named.objargs).compactMap(writtenType)
      let kind =
        switch type {
        case PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE: "procedure"
        case PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE: "routine"
        case PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE: "aggregate"
        default: "function"
        }
      return "\(kind) \(names)(\(types.joined(separator: ","))) does not exist, skipping"
    case PG_QUERY__OBJECT_TYPE__OBJECT_CAST:
      guard object.kind == PG_QUERY__NODE__NODE_LIST, message.hasPrefix("cast ") else {
        return message + ", skipping"
      }
      let types = list(object.pointee.list.pointee.n_items, object.pointee.list.pointee.items)
        .compactMap(writtenType)
      return "cast from type \(types.joined(separator: " to type ")) does not exist, skipping"
    case PG_QUERY__OBJECT_TYPE__OBJECT_OPERATOR:
      guard object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS, message.hasPrefix("operator ")
      else { return message + ", skipping" }
      let named = object.pointee.object_with_args.pointee
      let names = strings(list(named.n_objname, named.objname))
      if names.count > 1, state.catalog.schema(names[0]) == nil, names[0] != "pg_catalog" {
        return "schema \"\(names[0])\" does not exist, skipping"
      }
      return "operator \(names.joined(separator: ".")) does not exist, skipping"
    default: return message + ", skipping"
    }
  }

  /// Source: `TypeNameListToString()` in `src/backend/parser/parse_type.c`.
  private func writtenType(_ node: Node) -> String? {
    guard node.kind == PG_QUERY__NODE__NODE_TYPE_NAME else { return nil }
    let type = node.pointee.type_name.pointee
    return strings(list(type.n_names, type.names)).joined(separator: ".")
      + (type.n_array_bounds > 0 ? "[]" : "")
  }

  private mutating func object(
    _ object: Node, _ type: PgQuery__ObjectType
  ) throws(ReadFailure) -> ObjectKey? {
    let names = names(object)
    switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE: return try droppedRelation(names, "table")
    case PG_QUERY__OBJECT_TYPE__OBJECT_FOREIGN_TABLE:
      return try droppedRelation(names, "foreign table")
    case PG_QUERY__OBJECT_TYPE__OBJECT_VIEW: return try droppedRelation(names, "view")
    case PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW:
      return try droppedRelation(names, "materialized view")
    case PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE: return try droppedRelation(names, "sequence")
    case PG_QUERY__OBJECT_TYPE__OBJECT_INDEX: return try droppedRelation(names, "index")
    case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY, PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER,
      PG_QUERY__OBJECT_TYPE__OBJECT_RULE:
      return try attachment(names, type)
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE,
      PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE, PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE:
      guard object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS else { return nil }
      let index = try function(object.pointee.object_with_args, as: type)
      let function = state.catalog.functions[index]
      guard function.kind != .aggregate || type != PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION else {
        throw .refused(
          SQLState(rawValue: "42809"),
          "\"\(function.name.name)\" is an aggregate function",
          hint: "Use DROP AGGREGATE to drop aggregate functions.")
      }
      try require(
        .ownership(
          what: Self.routine(object.pointee.object_with_args, type), owner: function.owner,
          schema: function.name.schema))
      return .function(function.name, function.arguments.map(\.type))
    case PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA:
      let name = names.last ?? ""
      guard let schema = state.catalog.schema(name) else {
        if isSession, Catalog.systemSchemas.contains(name) {
          try requireDroppable(systemSchema: name)
        }
        throw .refused(SQLState(rawValue: "3F000"), "schema \"\(name)\" does not exist")
      }
      try require(.ownership(what: "schema \(name)", owner: schema.owner))
      return .schema(name)
    case PG_QUERY__OBJECT_TYPE__OBJECT_TYPE, PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN:
      return try droppedType(names, isDomain: type == PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN)
    case PG_QUERY__OBJECT_TYPE__OBJECT_EXTENSION:
      let name = names.last ?? ""
      guard state.catalog.extensions.contains(name) || !isSession else {
        // Every database has it.
        if name == "plpgsql" { throw .unsupported("DROP EXTENSION plpgsql") }
        throw .refused(.undefinedObject, "extension \"\(name)\" does not exist")
      }
      return .extension(name)
    case PG_QUERY__OBJECT_TYPE__OBJECT_CAST where isSession: return try droppedCast(object)
    case PG_QUERY__OBJECT_TYPE__OBJECT_OPERATOR where isSession:
      return try droppedOperator(object)
    case PG_QUERY__OBJECT_TYPE__OBJECT_FDW, PG_QUERY__OBJECT_TYPE__OBJECT_FOREIGN_SERVER:
      guard isSession else { return nil }
      return try droppedForeign(names.last ?? "", type)
    case PG_QUERY__OBJECT_TYPE__OBJECT_PUBLICATION where isSession:
      try dropPublication(names.last ?? "")
      return nil
    default:
      guard isSession else { return nil }
      throw .unsupported("DROP of an object of this kind")
    }
  }

  private mutating func droppedRelation(
    _ names: [String], _ kind: String
  ) throws(ReadFailure) -> ObjectKey {
    let written = try relationName(names)
    try state.requireUsage(written)
    guard let name = state.find(written) else {
      try requireListed(written, toDrop: kind)
      try state.requireKnown(written)
      try state.requireSchema(written)
      throw .refused(
        kind == "index" || kind == "foreign table" ? .undefinedObject : .undefinedTable,
        "\(kind) \"\(written.name)\" does not exist")
    }
    if case .opaque(let what) = state.slot(name) {
      guard isSession else {
        state.remove(name)
        return .relation(name)
      }
      throw .unsupported("\(what) `\(name)`")
    }
    let actual = state.kindWord(name)
    guard actual == kind else {
      let article = actual == "index" ? "an" : "a"
      throw .refused(
        SQLState(rawValue: "42809"),
        "\"\(name.name)\" is not \(kind == "index" ? "an" : "a") \(kind)",
        hint: "Use DROP \(actual.uppercased()) to remove \(article) \(actual).")
    }
    try require(
      .ownership(what: "\(kind) \(name.name)", owner: state.owner(of: name), schema: name.schema))
    if case .index(let index) = state.slot(name), case .table(let place) = state.slot(index.table),
      state.catalog.tables[place].hasIndexConstraint(name.name)
    {
      try requireWholeIndexes([.relation(name)])
      let constraint = state.description(of: .constraint(name.name, on: index.table))
      throw .refused(
        SQLState(rawValue: "2BP01"),
        "cannot drop index \(state.visible(name)) because \(constraint) requires it",
        hint: "You can drop \(constraint) instead.")
    }
    return .relation(name)
  }

  /// A policy, trigger or rule of a relation.
  private func attachment(
    _ names: [String], _ type: PgQuery__ObjectType
  ) throws(ReadFailure) -> ObjectKey {
    let name = names.last ?? ""
    if type == PG_QUERY__OBJECT_TYPE__OBJECT_POLICY {
      try requireListed(relationName(names.dropLast()), toDropPolicy: name)
    }
    let relation = try state.relation(relationName(names.dropLast()))
    let key: ObjectKey
    switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY:
      // What can have none has not this one either.
      guard case .table(let table) = state.slot(relation) else {
        throw .refused(
          .undefinedObject, "policy \"\(name)\" for table \"\(relation.name)\" does not exist")
      }
      _ = try policy(name, on: table)
      key = .policy(name, on: relation)
    case PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER:
      guard state.triggers(of: relation).contains(where: { $0.name == name }) || !isSession else {
        throw .refused(
          .undefinedObject, "trigger \"\(name)\" for table \"\(relation.name)\" does not exist")
      }
      try requireOwn(trigger: name, of: relation)
      key = .trigger(name, on: relation)
    default:
      if case .view(let view) = state.slot(relation), name == "_RETURN",
        !state.catalog.views[view].isMaterialized || isSession
      {
        try require(.ownership(what: "relation \(relation.name)", owner: state.owner(of: relation)))
        let whole = state.description(of: .relation(relation))
        throw .refused(
          SQLState(rawValue: "2BP01"),
          "cannot drop \(state.description(of: .rule(name, on: relation))) because \(whole) "
            + "requires it", hint: "You can drop \(whole) instead.")
      }
      guard state.rules(of: relation).contains(where: { $0.name == name }) || !isSession else {
        throw .refused(
          .undefinedObject, "rule \"\(name)\" for relation \"\(relation.name)\" does not exist")
      }
      key = .rule(name, on: relation)
    }
    try require(.ownership(what: "relation \(relation.name)", owner: state.owner(of: relation)))
    return key
  }

  /// A partition's copy goes with its parent's trigger.
  private func requireOwn(
    trigger name: String, of relation: QualifiedName
  ) throws(ReadFailure) {
    guard let table = state.catalog.table(relation), let parent = table.parents.first,
      table.triggers.contains(where: { $0.name == name && $0.isInherited })
    else { return }
    try require(.ownership(what: "relation \(relation.name)", owner: state.owner(of: relation)))
    let others = state.description(of: .trigger(name, on: parent))
    throw .refused(
      SQLState(rawValue: "2BP01"),
      "cannot drop \(state.description(of: .trigger(name, on: relation))) because \(others) "
        + "requires it", hint: "You can drop \(others) instead.")
  }

  private func droppedType(_ names: [String], isDomain: Bool) throws(ReadFailure) -> ObjectKey {
    if names.count > 1 { try state.requireUsage(relationName(names)) }
    if let unlisted = unlistedType(names) {
      if isDomain { throw Self.notADomain(names.joined(separator: ".")) }
      try requireDroppable(unlisted)
    }
    let type = state.catalog.types[try self.type(names)]
    if isDomain {
      guard case .domain = type.kind else { throw Self.notADomain(names.joined(separator: ".")) }
    }
    try require(
      .ownership(
        what: "type \(state.visibleType(type.name))", owner: type.owner,
        schema: type.name.schema))
    return .type(type.name)
  }

  mutating func dropColumn(
    _ command: PgQuery__AlterTableCmd, of index: Int, recurses: Bool
  ) throws(ReadFailure) {
    let name = text(command.name)
    let table = state.catalog.tables[index]
    try requireUntyped(table.name, to: "drop column from")
    // Statistics go with a column that they are of.
    state.statistics = state.statistics.mapValues { $0 == table.name ? nil : $0 }
    guard let column = table.columns.first(where: { $0.name == name }) else {
      if command.missing_ok != 0 {
        notice("column \"\(name)\" of relation \"\(table.name.name)\" does not exist, skipping")
        return
      }
      if SystemColumns.names.contains(name) {
        throw .refused(.featureNotSupported, "cannot drop system column \"\(name)\"")
      }
      _ = try self.column(name, of: index)
      return
    }
    guard !state.isInherited(name, of: table.name) else {
      throw .refused(
        SQLState(rawValue: "42P16"), "cannot drop inherited column \"\(name)\"")
    }
    try requireOutsidePartitionKeys(name, of: table.name, "drop column")
    let isCascading = command.behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE
    guard recurses else {
      try requireNoPartitions(of: table, "drop column from")
      return try dropOnly(.column(table.name, name), of: table.name, isCascading: isCascading) {
        (child) in
        for column in child.columns.indices where child.columns[column].name == name {
          child.columns[column].isInherited = false
        }
      }
    }
    var objects: [ObjectKey] = []
    for child in state.descendants(of: table.name, withColumn: name) {
      objects.append(.column(child, name))
    }
    try perform(dropping: [.column(table.name, name)] + objects, isCascading: isCascading)
  }

  /// ONLY: what the tables below have of it is theirs from then on.
  private mutating func dropOnly(
    _ object: ObjectKey, of table: QualifiedName, isCascading: Bool,
    keeping keep: (inout Catalog.Table) -> Void
  ) throws(ReadFailure) {
    try perform(dropping: [object], isCascading: isCascading)
    for index in state.catalog.tables.indices
    where state.catalog.tables[index].parents == [table] {
      keep(&state.catalog.tables[index])
    }
  }

  private func requireNoPartitions(
    of table: Catalog.Table, _ action: String
  ) throws(ReadFailure) {
    guard isSession, table.kind == .partitioned, !state.descendants(of: table.name).isEmpty else {
      return
    }
    throw .refused(
      SQLState(rawValue: "42P16"),
      "cannot \(action) only the partitioned table when partitions exist",
      hint: "Do not specify the ONLY keyword.")
  }

  /// Neither the table nor partitions of it are partitioned by the column.
  ///
  /// Source: `has_partition_attrs()` in `src/backend/catalog/partition.c`.
  func requireOutsidePartitionKeys(
    _ column: String, of table: QualifiedName, _ action: String
  ) throws(ReadFailure) {
    for name in [table] + state.descendants(of: table) {
      guard let key = state.catalog.table(name)?.partitionKey,
        References(key.parts, over: name, in: state).columns.contains(where: {
          $0.relation == name && $0.name == column
        })
      else { continue }
      throw .refused(
        SQLState(rawValue: "42P16"),
        "cannot \(action) \"\(column)\" because it is part of the partition key of relation "
          + "\"\(name.name)\"")
    }
  }

  mutating func dropConstraint(
    _ command: PgQuery__AlterTableCmd, of index: Int, recurses: Bool
  ) throws(ReadFailure) {
    let name = text(command.name)
    let table = state.catalog.tables[index]
    guard table.constraintNames.contains(name) else {
      try requireNoNotNull(named: name)
      if command.missing_ok != 0 {
        notice(
          "constraint \"\(name)\" of relation \"\(table.name.name)\" does not exist, skipping")
        return
      }
      throw .refused(
        .undefinedObject,
        "constraint \"\(name)\" of relation \"\(table.name.name)\" does not exist")
    }
    let isParents = table.parents.compactMap(state.catalog.table).contains { parent in
      parent.checks.contains { $0.name == name && !$0.isNotInherited }
    }
    guard !table.inheritedConstraints.contains(name), !isParents else {
      throw .refused(
        SQLState(rawValue: "42P16"),
        "cannot drop inherited constraint \"\(name)\" of relation \"\(table.name.name)\"")
    }
    if table.primaryKey?.name == name { try requireUnpublished(table.name) }
    let isCascading = command.behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE
    if !recurses, let check = table.checks.first(where: { $0.name == name }) {
      if !check.isNotInherited, state.postgresVersion < .v18 {
        try requireNoPartitions(of: table, "remove constraint from")
      }
      return try dropOnly(
        .constraint(name, on: table.name), of: table.name, isCascading: isCascading
      ) { (child) in
        for check in child.checks.indices where child.checks[check].name == name {
          child.checks[check].isInherited = false
        }
      }
    }
    let children = state.descendants(of: table.name).filter { child in
      state.catalog.table(child)?.inheritedConstraints.contains(name) == true
    }
    try perform(
      dropping: [.constraint(name, on: table.name)]
        + children.map { .constraint(name, on: $0) } + state.parts(ofKey: name, of: table),
      isCascading: isCascading)
  }
}
