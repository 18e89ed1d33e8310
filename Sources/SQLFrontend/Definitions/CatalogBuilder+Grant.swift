import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  /// GRANT and REVOKE on objects. Source: `ExecuteGrantStmt()` in `src/backend/catalog/aclchk.c`.
  mutating func grant(
    _ node: UnsafeMutablePointer<PgQuery__GrantStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    if let grantor = statement.grantor, try role(grantor) != state.currentRole, isSession {
      throw .refused(.featureNotSupported, "grantor must be current user")
    }
    let objects = list(statement.n_objects, statement.objects)
    if statement.targtype == PG_QUERY__GRANT_TARGET_TYPE__ACL_TARGET_ALL_IN_SCHEMA {
      for schema in strings(objects) { try requireGrantSchema(schema) }
      let action = try self.action(statement)
      for schema in strings(objects) { try grantAll(in: schema, statement.objtype, action) }
      return .applied
    }
    var targets: [GrantTarget] = []
    for object in objects {
      if let target = try target(object, statement.objtype) { targets.append(target) }
    }
    let action = try self.action(statement)
    for target in targets { try grant(action, on: target, statement.objtype) }
    return .applied
  }

  /// What is granted on.
  private enum GrantTarget {
    case relation(QualifiedName)
    case schema(Int)
    case function(Int)
    case type(Int)
    /// Of a relation's rows.
    case rowType(QualifiedName)
    case language(String)
    case foreignDataWrapper(Int)
    case foreignServer(Int)
    case database
  }

  private func target(
    _ object: Node, _ type: PgQuery__ObjectType
  ) throws(ReadFailure) -> GrantTarget? {
    switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE, PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE:
      guard object.kind == PG_QUERY__NODE__NODE_RANGE_VAR else { return nil }
      let written = try reader.relation(object.pointee.range_var)
      if isSession, case .composite(let type, owner: _)? = state.unlisted(written) {
        throw .refused(SQLState(rawValue: "42809"), "\"\(type.name)\" is a composite type")
      }
      return .relation(try state.relation(written))
    case PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA:
      let name = object.string ?? ""
      guard let index = state.catalog.schemas.firstIndex(where: { $0.name == name }) else {
        if state.opaqueSchemas.contains(name) { return nil }
        throw .refused(SQLState(rawValue: "3F000"), "schema \"\(name)\" does not exist")
      }
      return .schema(index)
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE,
      PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE:
      guard object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS else { return nil }
      return .function(try function(object.pointee.object_with_args, as: type))
    case PG_QUERY__OBJECT_TYPE__OBJECT_TYPE, PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN:
      let names = names(object)
      // Files may speak of what an extension made.
      if !isSession, (try? self.type(names)) == nil { return nil }
      if let last = names.last, last.hasPrefix("_"), (try? self.type(names)) == nil,
        (try? self.type(names.dropLast() + [String(last.dropFirst())])) != nil
      {
        throw .refused(
          PostgresError(
            SQLState(rawValue: "0LP01"), "cannot set privileges of array types",
            hint: "Set the privileges of the element type instead."), location: nil)
      }
      let isDomain = type == PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN
      if names.count > 1 { try state.requireUsage(relationName(names)) }
      if let unlisted = unlistedType(names) {
        if isDomain { throw Self.notADomain(names.last ?? "") }
        guard case .row(let relation) = unlisted else {
          throw .unsupported("a built-in type's privileges")
        }
        return .rowType(relation)
      }
      let index = try self.type(names)
      if isDomain {
        guard case .domain = state.catalog.types[index].kind else {
          throw Self.notADomain(names.last ?? "")
        }
      }
      return .type(index)
    case PG_QUERY__OBJECT_TYPE__OBJECT_DATABASE:
      guard isSession else { return nil }
      let name = object.string ?? ""
      guard state.catalog.database?.name == name else {
        if isKnownDatabase(name) { throw .unsupported("database `\(name)`") }
        throw .refused(
          SQLState(rawValue: "3D000"), "database \"\(name)\" does not exist")
      }
      return .database
    case PG_QUERY__OBJECT_TYPE__OBJECT_LANGUAGE:
      guard isSession else { return nil }
      let name = object.string ?? ""
      guard name != "c", name != "internal" else {
        throw .refused(
          PostgresError(
            SQLState(rawValue: "42809"), "language \"\(name)\" is not trusted",
            detail: "GRANT and REVOKE are not allowed on untrusted languages, because only "
              + "superusers can use untrusted languages."), location: nil)
      }
      guard ["sql", "plpgsql"].contains(name) else {
        throw .unsupported("privileges on language `\(name)`")
      }
      return .language(name)
    case PG_QUERY__OBJECT_TYPE__OBJECT_FDW:
      guard isSession else { return nil }
      let wrapper = try foreignDataWrapper(object.string ?? "")
      return state.catalog.foreignDataWrappers.firstIndex(of: wrapper)
        .map { .foreignDataWrapper($0) }
    case PG_QUERY__OBJECT_TYPE__OBJECT_FOREIGN_SERVER:
      guard isSession else { return nil }
      let server = try foreignServer(object.string ?? "")
      return state.catalog.foreignServers.firstIndex(of: server).map { .foreignServer($0) }
    // Parameters and the rest decide no access to rows.
    default:
      guard isSession else { return nil }
      throw .unsupported("privileges on an object of this kind")
    }
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
      isCascading: statement.behavior == PG_QUERY__DROP_BEHAVIOR__DROP_CASCADE,
      grantees: try grantees(list(statement.n_grantees, statement.grantees)),
      privileges: privileges.isEmpty ? nil : privileges, version: state.postgresVersion)
  }

  private func requireGrantSchema(_ schema: String) throws(ReadFailure) {
    guard state.catalog.schema(schema) == nil, !state.opaqueSchemas.contains(schema) else {
      return try state.requireUsage(SQLRelationName(schema: schema, ""))
    }
    throw .refused(SQLState(rawValue: "3F000"), "schema \"\(schema)\" does not exist")
  }

  private mutating func grantAll(
    in schema: String, _ kind: PgQuery__ObjectType, _ action: GrantAction
  ) throws(ReadFailure) {
    switch kind {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE, PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE:
      let wantsSequences = kind == PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE
      if wantsSequences { note(.grantedOnSequences(schema)) }
      for name in state.grantedRelations(in: schema) {
        switch state.slot(name) {
        case .table, .view: if wantsSequences { continue }
        case .sequence: if !wantsSequences { continue }
        default: continue
        }
        try grant(action, on: .relation(name), kind)
      }
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE,
      PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE:
      let isOfKind: (Catalog.Function.Kind) -> Bool =
        switch kind {
        case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION: { $0 != .procedure }
        case PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE: { $0 == .procedure }
        default: { _ in true }
        }
      for index in state.catalog.functions.indices
      where state.catalog.functions[index].name.schema == schema
        && isOfKind(state.catalog.functions[index].kind)
      {
        try grant(action, on: .function(index), kind)
      }
    default: break
    }
  }

  private mutating func grant(
    _ action: GrantAction, on target: GrantTarget, _ type: PgQuery__ObjectType
  ) throws(ReadFailure) {
    switch target {
    case .relation(let name):
      try grant(
        action, on: name, asSequence: type == PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE)
    case .schema(let index):
      let schema = state.catalog.schemas[index]
      let acl = try changed(
        schema.acl, by: action, try action.privileges(of: Privilege.allOnSchema, "schema"),
        GrantedObject("schema", schema.name, owner: schema.owner, all: Privilege.allOnSchema))
      state.catalog.schemas[index].acl = acl
    case .function(let index):
      let function = state.catalog.functions[index]
      let acl = try changed(
        function.acl, by: action,
        try action.privileges(of: [.execute], Self.routine(type)),
        GrantedObject(
          function.kind == .procedure ? "procedure" : "function", function.name.name,
          owner: function.owner, all: [.execute], everyone: [.execute]))
      state.catalog.functions[index].acl = acl
    case .type(let index):
      let own = state.catalog.types[index]
      let acl = try changed(
        own.acl, by: action, try action.privileges(of: [.usage], "type"),
        GrantedObject("type", own.name.name, owner: own.owner, all: [.usage], everyone: [.usage]))
      state.catalog.types[index].acl = acl
    case .rowType(let relation):
      _ = try changed(
        nil, by: action, try action.privileges(of: [.usage], "type"),
        GrantedObject(
          "type", relation.name, owner: state.owner(of: relation), all: [.usage],
          everyone: [.usage]))
      // What everybody has anyway.
      guard action.isGrant, action.grantees.allSatisfy({ $0 == .everyone }) else {
        throw .unsupported("privileges on the type of a relation's rows")
      }
    case .language(let name): try grantOnLanguage(action, name)
    case .foreignDataWrapper(let index):
      let wrapper = state.catalog.foreignDataWrappers[index]
      state.catalog.foreignDataWrappers[index].acl = try changed(
        wrapper.acl, by: action, try action.privileges(of: [.usage], "foreign-data wrapper"),
        GrantedObject("foreign-data wrapper", wrapper.name, owner: wrapper.owner, all: [.usage]))
    case .foreignServer(let index):
      let server = state.catalog.foreignServers[index]
      state.catalog.foreignServers[index].acl = try changed(
        server.acl, by: action, try action.privileges(of: [.usage], "foreign server"),
        GrantedObject("foreign server", server.name, owner: server.owner, all: [.usage]))
    case .database:
      guard let database = state.catalog.database else { break }
      let acl = try changed(
        database.acl, by: action, try action.privileges(of: Privilege.allOnDatabase, "database"),
        GrantedObject(
          "database", database.name, owner: database.owner, all: Privilege.allOnDatabase,
          everyone: [.temporary, .connect]))
      state.catalog.database?.acl = acl
    }
  }

  private mutating func grantOnLanguage(
    _ action: GrantAction, _ name: String
  ) throws(ReadFailure) {
    let index = state.catalog.languages.firstIndex { $0.name == name }
    // The languages are those of whoever made the cluster.
    let owner = state.catalog.roles.first(where: \.isSuperuser)?.name ?? "postgres"
    let acl = try changed(
      index.flatMap { state.catalog.languages[$0].acl }, by: action,
      try action.privileges(of: [.usage], "language"),
      GrantedObject("language", name, owner: owner, all: [.usage], everyone: [.usage]))
    if let index {
      state.catalog.languages[index].acl = acl
    } else {
      state.catalog.languages.append(Catalog.Language(name, acl: acl))
    }
  }

  private static func routine(_ type: PgQuery__ObjectType) -> String {
    switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE: "procedure"
    case PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE: "routine"
    default: "function"
    }
  }
}

extension DatabaseState {
  /// Kind by kind, about as `pg_class` has them.
  ///
  /// Source: `objectsInSchemaToOids()` in `src/backend/catalog/aclchk.c`.
  fileprivate func grantedRelations(in schema: String) -> [QualifiedName] {
    func turn(_ name: QualifiedName) -> Int {
      switch slot(name) {
      case .table(let index):
        switch catalog.tables[index].kind {
        case .ordinary: 0
        case .foreign: 3
        case .partitioned: 4
        }
      case .view(let index): catalog.views[index].isMaterialized ? 2 : 1
      default: 0
      }
    }
    return relations(in: schema)
      .map { (name: $0, turn: turn($0), age: age(of: .relation($0))) }
      .sorted { ($0.turn, $0.age) < ($1.turn, $1.age) }
      .map(\.name)
  }
}
