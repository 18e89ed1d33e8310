import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  /// RENAME.
  mutating func rename(
    _ node: UnsafeMutablePointer<PgQuery__RenameStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let (old, new) = (text(statement.subname), text(statement.newname))
    let written = try statement.relation.map { (range) throws(ReadFailure) in
      try reader.relation(range)
    }
    if let written {
      switch statement.rename_type {
      case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY: try requireListed(written, for: .policy)
      // Whatever ALTER is for, the relation may be any that has columns.
      // Source: `RangeVarCallbackForRenameAttribute()` in `src/backend/commands/tablecmds.c`.
      case PG_QUERY__OBJECT_TYPE__OBJECT_COLUMN, PG_QUERY__OBJECT_TYPE__OBJECT_ATTRIBUTE:
        if let type = try ownComposite(written) {
          try renameField(
            old, to: new, of: type,
            isCascading: statement.behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE)
          return .applied
        }
        try requireListed(written, for: .alter, as: statement.relation_type)
      default: try requireListed(written, for: .alter, as: statement.rename_type)
      }
    }
    if let written, state.find(written) == nil, statement.missing_ok != 0 {
      try state.requireUsage(written)
      notice("relation \"\(written.name)\" does not exist, skipping")
      return .applied
    }
    switch statement.rename_type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE, PG_QUERY__OBJECT_TYPE__OBJECT_VIEW,
      PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE, PG_QUERY__OBJECT_TYPE__OBJECT_INDEX,
      PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW, PG_QUERY__OBJECT_TYPE__OBJECT_FOREIGN_TABLE:
      guard let written else { break }
      let name = try state.relation(written)
      try requireOwner(of: name)
      // ALTER INDEX renames anything.
      if statement.rename_type != PG_QUERY__OBJECT_TYPE__OBJECT_INDEX {
        try requireKind(of: name, statement.rename_type)
      }
      try require(.create(schema: name.schema))
      try move(name, to: QualifiedName(name.schema, new))
    case PG_QUERY__OBJECT_TYPE__OBJECT_COLUMN, PG_QUERY__OBJECT_TYPE__OBJECT_ATTRIBUTE:
      guard let written else { break }
      let name = try state.relation(written)
      try requireUntyped(name, to: "rename column of")
      if case .sequence = state.slot(name) {
        throw .refused(
          state.wrongKind("cannot rename columns of relation \"\(name.name)\"", name),
          location: nil)
      }
      try requireOwner(of: name)
      if isSession, case .index = state.slot(name) {
        throw .unsupported("RENAME COLUMN of an index")
      }
      try renameColumn(
        old, to: new, of: name, recurses: statement.relation.map { $0.pointee.inh != 0 } ?? true)
    case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY, PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER,
      PG_QUERY__OBJECT_TYPE__OBJECT_RULE, PG_QUERY__OBJECT_TYPE__OBJECT_TABCONSTRAINT:
      guard let written else { break }
      let name = try state.relation(written)
      try requireOwner(of: name)
      try renamePart(
        old, to: new, of: name, statement.rename_type,
        recurses: statement.relation.map { $0.pointee.inh != 0 } ?? true)
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE,
      PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE:
      try renameFunction(statement.object, to: new, statement.rename_type)
    case PG_QUERY__OBJECT_TYPE__OBJECT_DATABASE where isSession: try renameDatabase(old)
    case PG_QUERY__OBJECT_TYPE__OBJECT_ROLE: try renameRole(old, to: new)
    case PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA: try renameSchema(old, to: new)
    case PG_QUERY__OBJECT_TYPE__OBJECT_TYPE, PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN:
      let index = try type(names(statement.object), "")
      try requireOwner(ofType: index)
      try requireDomain(index, statement.rename_type)
      try renameType(index, to: QualifiedName(state.catalog.types[index].name.schema, new))
    case PG_QUERY__OBJECT_TYPE__OBJECT_DOMCONSTRAINT:
      let index = try type(names(statement.object))
      try requireOwner(ofType: index)
      for check in state.catalog.types[index].checks.indices
      where state.catalog.types[index].checks[check].name == old {
        state.catalog.types[index].checks[check].name = new
      }
    default: throw .unsupported("RENAME of an object of this kind")
    }
    return .applied
  }

  private mutating func renamePart(
    _ old: String, to new: String, of relation: QualifiedName, _ type: PgQuery__ObjectType,
    recurses: Bool
  ) throws(ReadFailure) {
    switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY:
      let index = try table(SQLRelationName(relation))
      let position = try policy(old, on: index)
      guard !state.catalog.tables[index].policies.contains(where: { $0.name == new }) else {
        throw .refused(
          SQLState(rawValue: "42710"),
          "policy \"\(new)\" for table \"\(relation.name)\" already exists")
      }
      state.catalog.tables[index].policies[position].name = new
      state.keepAge(of: .policy(old, on: relation), as: .policy(new, on: relation))
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABCONSTRAINT:
      let index = try table(SQLRelationName(relation))
      for one in try inheritors(ofCheck: old, index, recurses: recurses) {
        try renameConstraint(old, to: new, of: one)
      }
    case PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER:
      try renameTrigger(old, to: new, of: relation, recurses: recurses)
    default:
      let isView = if case .view = state.slot(relation) { true } else { false }
      let names = state.rules(of: relation).map(\.name) + (isView ? ["_RETURN"] : [])
      guard names.contains(old) else {
        throw .refused(
          .undefinedObject, "rule \"\(old)\" for relation \"\(relation.name)\" does not exist")
      }
      guard !names.contains(new) else {
        throw .refused(
          SQLState(rawValue: "42710"),
          "rule \"\(new)\" for relation \"\(relation.name)\" already exists")
      }
      guard !isView || old != "_RETURN" else {
        throw .refused(SQLState(rawValue: "42P17"), "renaming an ON SELECT rule is not allowed")
      }
      func rename(_ list: inout [Catalog.Rule]) {
        for index in list.indices where list[index].name == old { list[index].name = new }
      }
      state.change(relation) { rename(&$0.rules) }
      state.changeView(relation) { rename(&$0.rules) }
    }
  }

  private mutating func renameFunction(
    _ node: Node?, to new: String, _ type: PgQuery__ObjectType
  ) throws(ReadFailure) {
    guard let node, node.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS else { return }
    let index = try function(node.pointee.object_with_args, as: type)
    let function = state.catalog.functions[index]
    try moveFunction(index, to: QualifiedName(function.name.schema, new))
  }

  private mutating func moveFunction(_ index: Int, to new: QualifiedName) throws(ReadFailure) {
    let function = state.catalog.functions[index]
    try require(.ownership(what: "function \(function.name.name)", owner: function.owner))
    try require(.create(schema: new.schema))
    let types = function.arguments.map(\.type)
    let isTaken = state.catalog.functions.contains {
      $0.name == new && Self.same($0.arguments.map(\.type), types)
    }
    guard !isTaken else {
      throw .refused(
        SQLState(rawValue: "42723"),
        "function \(new.name)(\(state.signature(types))) already exists in schema \"\(new.schema)\""
      )
    }
    settleCalls(of: [function.name.name])
    if new.name != function.name.name { settleCalls(beside: new) }
    let isOfCast = state.catalog.casts.contains { $0.method == .function(function.name, types) }
    guard FunctionUse.isUnused(function, in: state.catalog), !isOfCast else {
      throw .unsupported("RENAME of a function that policies call")
    }
    rewrite { $0.renamedFunction = (function.name, types, new) }
    state.catalog.functions[index].name = new
    state.keepAge(of: ObjectKey(function), as: .function(new, types))
    if types.isEmpty { moveTriggerFunctions { $0 == function.name ? new : $0 } }
  }

  /// SET SCHEMA. Source: `AlterTableNamespace()`, `AlterObjectNamespace_internal()`.
  mutating func setSchema(
    _ node: UnsafeMutablePointer<PgQuery__AlterObjectSchemaStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    if let range = statement.relation {
      let written = try reader.relation(range)
      try requireListed(written, for: .alter, as: statement.object_type)
      if state.find(written) == nil, statement.missing_ok != 0 {
        try state.requireUsage(written)
        notice("relation \"\(written.name)\" does not exist, skipping")
        return .applied
      }
      let name = try state.relation(written)
      try requireOwner(of: name)
      if isSession {
        try requireKind(of: name, statement.object_type)
        if case .index = state.slot(name) {
          throw .refused(
            SQLState(rawValue: "42809"), "cannot change schema of index \"\(name.name)\"",
            hint: "Change the schema of the table instead.")
        }
      }
      let schema = try newHome(text(statement.newschema), of: name)
      if case .sequence(let index) = state.slot(name),
        let table = state.catalog.sequences[index].ownedBy?.table
      {
        throw .refused(
          PostgresError(
            .featureNotSupported, "cannot move an owned sequence into another schema",
            detail: "Sequence \"\(name.name)\" is linked to table \"\(table.name)\"."),
          location: nil)
      }
      guard name.schema != schema else { return .applied }
      if state.slot(QualifiedName(schema, name.name)) != nil {
        throw .refused(
          SQLState(rawValue: "42P07"),
          "relation \"\(name.name)\" already exists in schema \"\(schema)\"")
      }
      try move(name, to: QualifiedName(schema, name.name))
      // Sequences of its columns go along.
      for sequence in state.catalog.sequences
      where sequence.ownedBy?.table == QualifiedName(schema, name.name) {
        try move(sequence.name, to: QualifiedName(schema, sequence.name.name))
      }
      return .applied
    }
    switch statement.object_type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE,
      PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE:
      guard let object = statement.object, object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS
      else { return .applied }
      let index = try function(object.pointee.object_with_args, as: statement.object_type)
      let name = state.catalog.functions[index].name
      let schema = try newHome(text(statement.newschema), of: name)
      if name.schema != schema { try moveFunction(index, to: QualifiedName(schema, name.name)) }
    case PG_QUERY__OBJECT_TYPE__OBJECT_TYPE, PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN:
      let names = names(statement.object)
      if unlistedType(names) == nil {
        try requireDomain(try type(names), statement.object_type)
      }
      let schema = try creationSchema(text(statement.newschema))
      try requireNoRowType(names, asOwner: true)
      let index = try type(names)
      try requireOwner(ofType: index)
      try renameType(index, to: QualifiedName(schema, state.catalog.types[index].name.name))
    case PG_QUERY__OBJECT_TYPE__OBJECT_EXTENSION:
      guard !isSession else { throw .unsupported("ALTER EXTENSION … SET SCHEMA") }
    default: throw .unsupported("SET SCHEMA of an object of this kind")
    }
    return .applied
  }

  /// The schema that a relation is moved to.
  ///
  /// Source: `LookupCreationNamespace()`, `CheckSetNamespace()` in `src/backend/catalog/namespace.c`.
  private mutating func newHome(
    _ written: String, of relation: QualifiedName
  ) throws(ReadFailure) -> String {
    let schema: String
    switch written {
    case DatabaseState.temporarySchema where isSession: schema = try temporarySchema()
    case "pg_toast" where isSession && state.isSuperuser:
      throw .refused(.featureNotSupported, "cannot move objects into or out of TOAST schema")
    default: schema = try creationSchema(written)
    }
    if isSession, [schema, relation.schema].contains(DatabaseState.temporarySchema) {
      throw .refused(
        .featureNotSupported, "cannot move objects into or out of temporary schemas")
    }
    return schema
  }

  private mutating func move(
    _ old: QualifiedName, to new: QualifiedName
  ) throws(ReadFailure) {
    try requireFree(new)
    switch state.slot(old) {
    case .table(let index):
      for column in state.catalog.tables[index].columns where column.identity != nil {
        state.identitySequenceNames.insert(old.sequence(of: column.name).name)
      }
      note(.renamedTable(old, to: new))
    case .view(let index) where state.catalog.views[index].isMaterialized:
      note(.renamedTable(old, to: new))
    case .sequence: note(.renamedSequence(old, to: new))
    default: break
    }
    try requireUncaptured { $0.renamedRelation = (old, new) }
    rewrite { $0.renamedRelation = (old, new) }
    renameUses(ofType: old, to: new)
    renameIndexConstraint(old, to: new)
    state.rename(old, to: new)
    moveReferences { $0 == old ? new : $0 }
  }

  private mutating func renameColumn(
    _ old: String, to new: String, of relation: QualifiedName, recurses: Bool
  ) throws(ReadFailure) {
    let below = state.descendants(of: relation)
    guard recurses || below.isEmpty || !isSession else {
      throw .refused(
        SQLState(rawValue: "42P16"),
        "inherited column \"\(old)\" must be renamed in child tables too")
    }
    for name in below + [relation] {
      if name != relation { try requireOwner(of: name) }
      let columns = state.columns(of: name)?.map(\.name) ?? []
      guard columns.contains(old) else {
        if SystemColumns.names.contains(old), hasSystemColumns(name) {
          throw .refused(.featureNotSupported, "cannot rename system column \"\(old)\"")
        }
        throw .refused(.undefinedColumn, "column \"\(old)\" does not exist")
      }
      let isOthers =
        name == relation
        ? state.isInherited(old, of: name)
        : state.isInherited(old, of: name, besides: [relation] + below)
      guard !isOthers else {
        throw .refused(
          SQLState(rawValue: "42P16"), "cannot rename inherited column \"\(old)\"")
      }
      if isSession, SystemColumns.names.contains(new), hasSystemColumns(name) {
        throw systemColumn(new)
      }
      guard !columns.contains(new) else {
        throw .refused(
          SQLState(rawValue: "42701"),
          "column \"\(new)\" of relation \"\(name.name)\" already exists")
      }
    }
    for name in [relation] + below {
      let column = NameResolver.Column(relation: name, name: old)
      try requireUncaptured { $0.renamedColumn = (column, new) }
    }
    for name in [relation] + below { renameOwnColumn(old, to: new, of: name) }
  }

  private mutating func renameOwnColumn(
    _ old: String, to new: String, of relation: QualifiedName
  ) {
    let column = NameResolver.Column(relation: relation, name: old)
    rewrite { $0.renamedColumn = (column, new) }
    func renamed(_ names: [String]) -> [String] { names.map { $0 == old ? new : $0 } }
    func rename(_ triggers: inout [Catalog.Trigger]) {
      for place in triggers.indices {
        triggers[place].events = triggers[place].events.map { event in
          if case .update(let columns) = event { .update(of: renamed(columns)) } else { event }
        }
      }
    }
    state.change(relation) { rename(&$0.triggers) }
    state.changeView(relation) { rename(&$0.triggers) }
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
        if state.catalog.tables[index].columns[position].identity != nil {
          state.identitySequenceNames.insert(relation.sequence(of: old).name)
          note(.renamedIdentity(relation, column: old, to: new))
        }
      }
      for sequence in state.catalog.sequences.indices
      where state.catalog.sequences[sequence].ownedBy == .init(relation, old) {
        state.catalog.sequences[sequence].ownedBy?.column = new
      }
      for key in state.catalog.tables[index].keys.indices {
        state.catalog.tables[index].keys[key].columns = renamed(
          state.catalog.tables[index].keys[key].columns)
      }
      for key in state.catalog.tables[index].foreignKeys.indices {
        state.catalog.tables[index].foreignKeys[key].columns = renamed(
          state.catalog.tables[index].foreignKeys[key].columns)
        state.catalog.tables[index].foreignKeys[key].deletedColumns = renamed(
          state.catalog.tables[index].foreignKeys[key].deletedColumns)
      }
      for position in state.catalog.tables[index].indexes.indices {
        state.catalog.tables[index].indexes[position].included = renamed(
          state.catalog.tables[index].indexes[position].included)
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
      if index.columns.contains(old) { state.mayNameIndexColumns = true }
      index.columns = renamed(index.columns)
      index.others = Set(renamed(Array(index.others)))
      state.set(name, .index(index))
    }
  }

  /// The tables in which a constraint is renamed: those below, then its own.
  ///
  /// Source: `rename_constraint_internal()` in `src/backend/commands/tablecmds.c`.
  private func inheritors(
    ofCheck name: String, _ table: Int, recurses: Bool
  ) throws(ReadFailure) -> [Int] {
    let model = state.catalog.tables[table]
    guard isSession, model.checks.contains(where: { $0.name == name && !$0.isNotInherited }) else {
      return [table]
    }
    let below = state.descendants(of: model.name)
    guard recurses || below.isEmpty else {
      throw .refused(
        SQLState(rawValue: "42P16"),
        "inherited constraint \"\(name)\" must be renamed in child tables too")
    }
    let family = [model.name] + below
    for (place, member) in family.enumerated() {
      let isOthers = (state.catalog.table(member)?.parents ?? []).contains { parent in
        (place == 0 || !family.contains(parent))
          && state.catalog.table(parent)?.checks.contains {
            $0.name == name && !$0.isNotInherited
          } == true
      }
      guard !isOthers else {
        throw .refused(
          SQLState(rawValue: "42P16"), "cannot rename inherited constraint \"\(name)\"")
      }
    }
    return below.compactMap { child in
      if case .table(let index) = state.slot(child) { index } else { nil }
    } + [table]
  }

  private mutating func renameConstraint(
    _ old: String, to new: String, of table: Int
  ) throws(ReadFailure) {
    let relation = state.catalog.tables[table].name
    guard state.catalog.tables[table].constraintNames.contains(old) else {
      try requireNoNotNull(named: old)
      throw .refused(
        .undefinedObject,
        "constraint \"\(old)\" for table \"\(relation.name)\" does not exist")
    }
    if state.catalog.tables[table].hasIndexConstraint(old) {
      try requireFree(QualifiedName(relation.schema, new))
    }
    try requireNoConstraint(new, on: table)
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
    } else if let index = state.catalog.tables[table].exclusions.firstIndex(where: {
      $0.name == old
    }) {
      state.rename(
        QualifiedName(relation.schema, old), to: QualifiedName(relation.schema, new))
      state.catalog.tables[table].exclusions[index].name = new
    } else {
      throw .refused(
        .undefinedObject,
        "constraint \"\(old)\" for table \"\(relation.name)\" does not exist")
    }
  }
}

/// Whether stored expressions may call a function without saying that they mean it.
enum FunctionUse {
  static func isUnused(_ function: Catalog.Function, in catalog: Catalog) -> Bool {
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
      FunctionCalls.calls(in: expression).contains { $0.meaning == nil && $0.mayMean(function) }
    }
  }
}
