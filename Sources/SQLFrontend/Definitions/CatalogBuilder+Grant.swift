import AccessModel
import CPgQuery

/// What a GRANT or REVOKE does, apart from to what.
struct GrantAction {
  var isGrant: Bool
  /// WITH GRANT OPTION, or GRANT OPTION FOR.
  var isOption: Bool
  var grantees: [Grantee]
  /// Nil: ALL.
  var privileges: [Named]?

  struct Named {
    /// Nil for ALL (columns).
    var name: String?
    var columns: [String]
  }

  /// The whole-object privileges among those that an object can have.
  func privileges(of all: [Privilege], _ kind: String) throws(ReadFailure) -> [Privilege] {
    guard let privileges else { return all }
    var result: [Privilege] = []
    for named in privileges where named.columns.isEmpty {
      guard let name = named.name else { return all }
      guard let privilege = Privilege(rawValue: name.uppercased()), all.contains(privilege) else {
        throw .refused(
          SQLState(rawValue: "0LP01"), "invalid privilege type \(name.uppercased()) for \(kind)")
      }
      result.append(privilege)
    }
    return result
  }

  /// Changes a list; nil stands for the built-in one.
  func apply(
    _ privileges: [Privilege], to acl: inout AccessControlList?, builtIn: AccessControlList
  ) {
    guard !privileges.isEmpty else { return }
    var list = acl ?? builtIn
    for grantee in grantees { apply(privileges, to: &list, grantee) }
    acl = list
  }

  func apply(_ privileges: [Privilege], to list: inout AccessControlList, _ grantee: Grantee) {
    if isGrant {
      list.grant(privileges, to: grantee, withGrantOption: isOption)
    } else if isOption {
      for index in list.entries.indices where list.entries[index].grantee == grantee {
        list.entries[index].grantable.removeAll(where: privileges.contains)
      }
    } else {
      list.revoke(privileges, from: grantee)
    }
  }
}

extension CatalogBuilder {
  /// GRANT and REVOKE on objects.
  mutating func grant(
    _ node: UnsafeMutablePointer<PgQuery__GrantStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let action = try self.action(statement)
    let objects = list(statement.n_objects, statement.objects)
    if statement.targtype == PG_QUERY__GRANT_TARGET_TYPE__ACL_TARGET_ALL_IN_SCHEMA {
      for schema in strings(objects) { try grantAll(in: schema, statement.objtype, action) }
      return .applied
    }
    for object in objects {
      switch statement.objtype {
      case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE, PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE:
        guard object.kind == PG_QUERY__NODE__NODE_RANGE_VAR else { continue }
        try grant(
          action, on: try state.relation(reader.relation(object.pointee.range_var)),
          asSequence: statement.objtype == PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE)
      case PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA:
        try grant(action, onSchema: object.string ?? "")
      case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE,
        PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE:
        guard object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS else { continue }
        try grant(action, onFunction: try function(object.pointee.object_with_args))
      // Databases, languages, types and parameters decide no access to rows.
      default: continue
      }
    }
    return .applied
  }

  func action(_ statement: PgQuery__GrantStmt) throws(ReadFailure) -> GrantAction {
    var privileges: [GrantAction.Named] = []
    for item in list(statement.n_privileges, statement.privileges)
    where item.kind == PG_QUERY__NODE__NODE_ACCESS_PRIV {
      let named = item.pointee.access_priv.pointee
      let name = text(named.priv_name)
      privileges.append(
        GrantAction.Named(
          name: name.isEmpty ? nil : name, columns: strings(list(named.n_cols, named.cols))))
    }
    return GrantAction(
      isGrant: statement.is_grant != 0, isOption: statement.grant_option != 0,
      grantees: try grantees(list(statement.n_grantees, statement.grantees)),
      privileges: privileges.isEmpty ? nil : privileges)
  }

  private mutating func grantAll(
    in schema: String, _ kind: PgQuery__ObjectType, _ action: GrantAction
  ) throws(ReadFailure) {
    guard state.catalog.schema(schema) != nil else {
      if state.opaqueSchemas.contains(schema) { return }
      throw .refused(SQLState(rawValue: "3F000"), "schema \"\(schema)\" does not exist")
    }
    switch kind {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE, PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE:
      let wantsSequences = kind == PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE
      for name in state.relations(in: schema) {
        switch state.slot(name) {
        case .table, .view: if wantsSequences { continue }
        case .sequence: if !wantsSequences { continue }
        default: continue
        }
        try grant(action, on: name, asSequence: wantsSequences)
      }
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE,
      PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE:
      for index in state.catalog.functions.indices
      where state.catalog.functions[index].name.schema == schema {
        try grant(action, onFunction: index)
      }
    default: break
    }
  }

  private mutating func grant(
    _ action: GrantAction, on name: QualifiedName, asSequence: Bool
  ) throws(ReadFailure) {
    switch state.slot(name) {
    case .table(let index):
      let table = state.catalog.tables[index]
      let all = try action.privileges(of: Privilege.allOnTable, "relation")
      action.apply(
        all, to: &state.catalog.tables[index].acl,
        builtIn: .builtIn(owner: table.owner, all: Privilege.allOnTable))
      for column in table.columns.indices {
        let own = try columnPrivileges(action, table.columns[column].name, all)
        apply(action, own, to: &state.catalog.tables[index].columns[column].acl)
      }
      try checkColumns(action, table.columns.map(\.name), of: name)
    case .view(let index):
      let view = state.catalog.views[index]
      let all = try action.privileges(of: Privilege.allOnTable, "relation")
      action.apply(
        all, to: &state.catalog.views[index].acl,
        builtIn: .builtIn(owner: view.owner, all: Privilege.allOnTable))
      for column in view.columns.indices {
        let own = try columnPrivileges(action, view.columns[column].name, all)
        apply(action, own, to: &state.catalog.views[index].columns[column].acl)
      }
      try checkColumns(action, view.columns.map(\.name), of: name)
    case .sequence(let index):
      let sequence = state.catalog.sequences[index]
      // GRANT ON TABLE takes a sequence too, and what of it a sequence can have.
      let allowed = asSequence ? Privilege.allOnSequence : [.usage, .select, .update]
      action.apply(
        try action.privileges(of: allowed, "sequence"), to: &state.catalog.sequences[index].acl,
        builtIn: .builtIn(owner: sequence.owner, all: Privilege.allOnSequence))
    case .index:
      throw .refused(SQLState(rawValue: "42809"), "\"\(name.name)\" is an index")
    case .opaque(let what): throw .unsupported("\(what) `\(name)`")
    case nil: break
    }
  }

  /// What a statement says of one column: its own privileges, and with REVOKE the table's too.
  private func columnPrivileges(
    _ action: GrantAction, _ column: String, _ whole: [Privilege]
  ) throws(ReadFailure) -> [Privilege] {
    var result: [Privilege] =
      action.isGrant ? [] : whole.filter(Privilege.allOnColumn.contains)
    for named in action.privileges ?? [] where named.columns.contains(column) {
      guard let name = named.name else {
        result += Privilege.allOnColumn
        continue
      }
      guard let privilege = Privilege(rawValue: name.uppercased()),
        Privilege.allOnColumn.contains(privilege)
      else {
        throw .refused(
          SQLState(rawValue: "0LP01"), "invalid privilege type \(name.uppercased()) for column")
      }
      result.append(privilege)
    }
    return result
  }

  private func apply(
    _ action: GrantAction, _ privileges: [Privilege], to acl: inout AccessControlList?
  ) {
    guard !privileges.isEmpty, action.isGrant || acl != nil else { return }
    var list = acl ?? AccessControlList()
    for grantee in action.grantees { action.apply(privileges, to: &list, grantee) }
    acl = list.entries.isEmpty ? nil : list
  }

  private func checkColumns(
    _ action: GrantAction, _ columns: [String], of name: QualifiedName
  ) throws(ReadFailure) {
    for column in (action.privileges ?? []).flatMap(\.columns) where !columns.contains(column) {
      guard !SystemColumns.names.contains(column) else {
        throw .unsupported("privileges on a system column")
      }
      throw .refused(
        .undefinedColumn, "column \"\(column)\" of relation \"\(name.name)\" does not exist")
    }
  }

  private mutating func grant(
    _ action: GrantAction, onSchema name: String
  ) throws(ReadFailure) {
    guard let index = state.catalog.schemas.firstIndex(where: { $0.name == name }) else {
      if state.opaqueSchemas.contains(name) { return }
      throw .refused(SQLState(rawValue: "3F000"), "schema \"\(name)\" does not exist")
    }
    action.apply(
      try action.privileges(of: Privilege.allOnSchema, "schema"),
      to: &state.catalog.schemas[index].acl,
      builtIn: .builtIn(owner: state.catalog.schemas[index].owner, all: Privilege.allOnSchema))
  }

  private mutating func grant(
    _ action: GrantAction, onFunction index: Int
  ) throws(ReadFailure) {
    action.apply(
      try action.privileges(of: [.execute], "function"),
      to: &state.catalog.functions[index].acl,
      builtIn: .builtIn(
        owner: state.catalog.functions[index].owner, all: [.execute], everyone: [.execute]))
  }

  /// ALTER DEFAULT PRIVILEGES.
  mutating func alterDefaultPrivileges(
    _ node: UnsafeMutablePointer<PgQuery__AlterDefaultPrivilegesStmt>
  ) throws(ReadFailure) -> Effect {
    guard let grant = node.pointee.action?.pointee else { return .applied }
    let object: DefaultPrivileges.Object
    switch grant.objtype {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE: object = .tables
    case PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE: object = .sequences
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE:
      object = .functions
    case PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA: object = .schemas
    default: object = .types
    }
    var roles = [state.currentRole]
    var schemas: [String?] = [nil]
    for option in list(node.pointee.n_options, node.pointee.options)
    where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      let items = element.arg?.items ?? []
      if text(element.defname) == "schemas" {
        schemas = strings(items)
        for case let schema? in schemas { _ = try state.schemaForCreation(schema) }
      } else if text(element.defname) == "roles" {
        roles = try grantees(items).compactMap {
          if case .role(let name) = $0 { name } else { nil }
        }
      }
    }
    let action = try self.action(grant)
    for role in roles {
      for schema in schemas {
        let key = DefaultPrivileges.Key(role: role, schema: schema, object: object)
        var list: AccessControlList? =
          state.defaultPrivileges[key] ?? (schema == nil ? nil : AccessControlList())
        action.apply(
          try action.privileges(of: object.all, "relation"), to: &list,
          builtIn: .builtIn(owner: role, all: object.all, everyone: object.everyone))
        state.defaultPrivileges[key] = list
      }
    }
    return .applied
  }
}
