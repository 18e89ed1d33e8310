import AccessModel
import CPgQuery
import RowSecurity

/// RENAME of roles, schemas, types and indexes: names that other objects hold.
extension CatalogBuilder {
  /// Source: `RenameRole()` in `src/backend/commands/user.c`, 15.
  mutating func renameRole(_ old: String, to new: String) throws(ReadFailure) {
    guard state.catalog.role(old) != nil else {
      throw .refused(.undefinedObject, "role \"\(old)\" does not exist")
    }
    if isSession {
      guard old != state.sessionRole else {
        throw .refused(.featureNotSupported, "session user cannot be renamed")
      }
      guard old != state.currentRole else {
        throw .refused(.featureNotSupported, "current user cannot be renamed")
      }
      try requireUnreserved(old)
      try requireUnreserved(new)
    }
    guard state.catalog.role(new) == nil else {
      throw .refused(SQLState(rawValue: "42710"), "role \"\(new)\" already exists")
    }
    try ask { (authority) throws(PostgresError) in try authority.requireRenaming(of: old) }
    let renaming = RoleRenaming(from: old, to: new)
    renaming.apply(to: &state.catalog)
    clearPassword(ofRenamed: old)
    for (key, acl) in state.defaultPrivileges {
      var (newKey, newACL) = (key, AccessControlList?.some(acl))
      if key.role == old { newKey.role = new }
      renaming.apply(to: &newACL)
      state.defaultPrivileges[key] = nil
      state.defaultPrivileges[newKey] = newACL
    }
  }

  mutating func renameSchema(_ old: String, to new: String) throws(ReadFailure) {
    guard let index = state.catalog.schemas.firstIndex(where: { $0.name == old }) else {
      throw .refused(SQLState(rawValue: "3F000"), "schema \"\(old)\" does not exist")
    }
    guard state.catalog.schema(new) == nil else {
      throw .refused(SQLState(rawValue: "42P06"), "schema \"\(new)\" already exists")
    }
    try require(.ownership(what: "schema \(old)", owner: state.catalog.schemas[index].owner))
    try require(.createInDatabase)
    if isSession { try requireUnreserved(schema: new) }
    let isEmpty =
      state.relations(in: old).isEmpty
      && !state.catalog.functions.contains { $0.name.schema == old }
      && !state.catalog.types.contains { $0.name.schema == old }
    // Names without a schema are those of `public`.
    guard isEmpty || old != "public" && !state.opaqueSchemas.contains(old) else {
      throw .unsupported("RENAME of a schema that is not empty")
    }
    state.catalog.schemas[index].name = new
    state.keepAge(of: .schema(old), as: .schema(new))
    if !isEmpty { moveContents(of: old, to: new) }
  }

  private mutating func moveContents(of old: String, to new: String) {
    rewrite { $0.renamedSchema = (old, new) }
    var names = NameResolver(state, isStrict: false)
    names.renamedSchema = (old, new)
    renameTypes { names.newName(of: $0) }
    func moved(_ name: QualifiedName) -> QualifiedName { names.newName(of: name) }
    for name in state.relations(in: old) {
      switch state.slot(name) {
      case .table: note(.renamedTable(name, to: moved(name)))
      case .view(let index) where state.catalog.views[index].isMaterialized:
        note(.renamedTable(name, to: moved(name)))
      case .sequence: note(.renamedSequence(name, to: moved(name)))
      case .view, .opaque: break
      // With their tables.
      case .index, nil: continue
      }
      state.rename(name, to: moved(name))
    }
    for place in state.catalog.functions.indices
    where state.catalog.functions[place].name.schema == old {
      let function = state.catalog.functions[place]
      state.catalog.functions[place].name = moved(function.name)
      state.keepAge(
        of: ObjectKey(function), as: ObjectKey(state.catalog.functions[place]))
    }
    for place in state.catalog.types.indices where state.catalog.types[place].name.schema == old {
      let name = state.catalog.types[place].name
      state.catalog.types[place].name = moved(name)
      state.keepAge(of: .type(name), as: .type(moved(name)))
      for table in state.catalog.tables.indices where state.catalog.tables[table].rowType == name {
        state.catalog.tables[table].rowType = moved(name)
      }
    }
    for place in state.catalog.operators.indices {
      let own = state.catalog.operators[place]
      state.catalog.operators[place].name = moved(own.name)
      state.catalog.operators[place].function = moved(own.function)
    }
    for place in state.catalog.casts.indices {
      guard case .function(let name, let types) = state.catalog.casts[place].method else {
        continue
      }
      state.catalog.casts[place].method = .function(moved(name), types)
    }
    moveReferences(moved)
    moveTriggerFunctions(moved)
    for (key, acl) in state.defaultPrivileges where key.schema == old {
      var moved = key
      moved.schema = new
      state.defaultPrivileges[key] = nil
      state.defaultPrivileges[moved] = acl
    }
  }

  /// What tables and sequences say of relations.
  mutating func moveReferences(_ moved: (QualifiedName) -> QualifiedName) {
    for place in state.catalog.tables.indices {
      var table = state.catalog.tables[place]
      table.parents = table.parents.map(moved)
      for key in table.foreignKeys.indices {
        table.foreignKeys[key].references = moved(table.foreignKeys[key].references)
      }
      if table != state.catalog.tables[place] { state.catalog.tables[place] = table }
    }
    for place in state.catalog.sequences.indices {
      if let owner = state.catalog.sequences[place].ownedBy {
        state.catalog.sequences[place].ownedBy?.table = moved(owner.table)
      }
    }
  }

  mutating func moveTriggerFunctions(_ moved: (QualifiedName) -> QualifiedName) {
    func move(_ triggers: inout [Catalog.Trigger]) {
      for place in triggers.indices { triggers[place].function = moved(triggers[place].function) }
    }
    for place in state.catalog.tables.indices where !state.catalog.tables[place].triggers.isEmpty {
      move(&state.catalog.tables[place].triggers)
    }
    for place in state.catalog.views.indices where !state.catalog.views[place].triggers.isEmpty {
      move(&state.catalog.views[place].triggers)
    }
  }

  mutating func renameType(_ index: Int, to new: QualifiedName) throws(ReadFailure) {
    let old = state.catalog.types[index].name
    guard old != new else { return }
    guard !state.hasType(new), state.slot(new) == nil else {
      throw .refused(
        SQLState(rawValue: "42710"),
        new.schema == old.schema
          ? "type \"\(new.name)\" already exists"
          : "type \"\(new.name)\" already exists in schema \"\(new.schema)\"")
    }
    let names = (
      SyntaxReader.dotted(old.schema, old.name), SyntaxReader.dotted(new.schema, new.name)
    )
    rewrite { $0.renamedType = names }
    state.catalog.types[index].name = new
    state.keepAge(of: .type(old), as: .type(new))
    for table in state.catalog.tables.indices where state.catalog.tables[table].rowType == old {
      state.catalog.tables[table].rowType = new
    }
    renameUses(ofType: old, to: new)
  }

  /// What columns and functions say of a type, or of the type of a relation's rows.
  mutating func renameUses(ofType old: QualifiedName, to new: QualifiedName) {
    let (before, after) = (
      SyntaxReader.dotted(old.schema, old.name), SyntaxReader.dotted(new.schema, new.name)
    )
    renameTypes { type in
      TypeName(
        type.name == before ? after : type.name, modifiers: type.modifiers, isArray: type.isArray)
    }
  }

  private mutating func renameTypes(_ newName: (TypeName) -> TypeName) {
    func renamed(_ type: inout TypeName) {
      let new = newName(type)
      if new != type { type = new }
    }
    for table in state.catalog.tables.indices {
      for column in state.catalog.tables[table].columns.indices {
        renamed(&state.catalog.tables[table].columns[column].type)
      }
    }
    for view in state.catalog.views.indices {
      for column in state.catalog.views[view].columns.indices {
        renamed(&state.catalog.views[view].columns[column].type)
      }
    }
    for place in state.catalog.functions.indices {
      renamed(&state.catalog.functions[place].returns)
      let key = ObjectKey(state.catalog.functions[place])
      for argument in state.catalog.functions[place].arguments.indices {
        renamed(&state.catalog.functions[place].arguments[argument].type)
      }
      state.keepAge(of: key, as: ObjectKey(state.catalog.functions[place]))
      for output in state.catalog.functions[place].outputs.indices {
        renamed(&state.catalog.functions[place].outputs[output].type)
      }
    }
    for place in state.catalog.casts.indices {
      renamed(&state.catalog.casts[place].source)
      renamed(&state.catalog.casts[place].target)
      guard case .function(let name, var types) = state.catalog.casts[place].method else {
        continue
      }
      for argument in types.indices { renamed(&types[argument]) }
      state.catalog.casts[place].method = .function(name, types)
    }
    for place in state.catalog.types.indices {
      switch state.catalog.types[place].kind {
      case .composite(var fields):
        for field in fields.indices { renamed(&fields[field].type) }
        state.catalog.types[place].kind = .composite(fields)
      case .domain(var base, let isNullable):
        renamed(&base)
        state.catalog.types[place].kind = .domain(base, isNullable: isNullable)
      case .enumeration, .other: break
      }
    }
  }

  mutating func renameField(
    _ old: String, to new: String, of index: Int, isCascading: Bool
  ) throws(ReadFailure) {
    guard case .composite(var fields) = state.catalog.types[index].kind else { return }
    try requireNoTables(of: state.catalog.types[index].name, isCascading: isCascading)
    guard let position = fields.firstIndex(where: { $0.name == old }) else {
      throw .refused(.undefinedColumn, "column \"\(old)\" does not exist")
    }
    guard !fields.contains(where: { $0.name == new }) else {
      throw .refused(
        SQLState(rawValue: "42701"),
        "column \"\(new)\" of relation \"\(state.catalog.types[index].name.name)\" already exists")
    }
    let renamed = (type: state.catalog.types[index].name, old, new)
    try requireUncaptured { $0.renamedField = renamed }
    rewrite { $0.renamedField = renamed }
    fields[position].name = new
    state.catalog.types[index].kind = .composite(fields)
  }

  /// An index that a table lists, or that is a key's.
  mutating func renameIndexConstraint(_ old: QualifiedName, to new: QualifiedName) {
    guard case .index(let index) = state.slot(old) else { return }
    state.change(index.table) { table in
      for place in table.keys.indices where table.keys[place].name == old.name {
        table.keys[place].name = new.name
      }
      for place in table.exclusions.indices where table.exclusions[place].name == old.name {
        table.exclusions[place].name = new.name
      }
      for place in table.indexes.indices where table.indexes[place].name == old.name {
        table.indexes[place].name = new.name
      }
    }
    state.changeView(index.table) { view in
      for place in view.indexes.indices where view.indexes[place].name == old.name {
        view.indexes[place].name = new.name
      }
    }
  }
}

/// Writes a role's new name wherever the catalog holds the old one.
struct RoleRenaming {
  let old: String
  let new: String

  init(from old: String, to new: String) { (self.old, self.new) = (old, new) }

  func apply(to acl: inout AccessControlList?) {
    guard let entries = acl?.entries else { return }
    acl?.entries = entries.map { entry in
      var entry = entry
      if entry.grantee == .role(old) { entry.grantee = .role(new) }
      if entry.grantor == old { entry.grantor = new }
      return entry
    }
  }

  func apply(to name: inout String) { if name == old { name = new } }

  func apply(to catalog: inout Catalog) {
    for index in catalog.roles.indices {
      apply(to: &catalog.roles[index].name)
      for place in catalog.roles[index].memberships.indices {
        apply(to: &catalog.roles[index].memberships[place].group)
        if catalog.roles[index].memberships[place].grantor == old {
          catalog.roles[index].memberships[place].grantor = new
        }
      }
    }
    for index in catalog.languages.indices { apply(to: &catalog.languages[index].acl) }
    catalog.foreignDataWrappers.apply(self)
    catalog.foreignServers.apply(self)
    catalog.schemas.apply(self)
    for index in catalog.tables.indices { apply(to: &catalog.tables[index]) }
    for index in catalog.views.indices {
      apply(to: &catalog.views[index].owner)
      apply(to: &catalog.views[index].acl)
      for column in catalog.views[index].columns.indices {
        apply(to: &catalog.views[index].columns[column].acl)
      }
    }
    catalog.sequences.apply(self)
    catalog.functions.apply(self)
    catalog.types.apply(self)
    if catalog.database?.owner == old { catalog.database?.owner = new }
    apply(to: &catalog.databaseACL)
  }

  private func apply(to table: inout Catalog.Table) {
    apply(to: &table.owner)
    apply(to: &table.acl)
    for column in table.columns.indices { apply(to: &table.columns[column].acl) }
    for policy in table.policies.indices {
      table.policies[policy].roles = table.policies[policy].roles.map {
        $0 == .role(old) ? .role(new) : $0
      }
    }
  }
}
