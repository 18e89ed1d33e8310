import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  /// COMMENT ON, as far as the model has comments. Source: `CommentObject()` in `comment.c`.
  mutating func comment(
    _ node: UnsafeMutablePointer<PgQuery__CommentStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let comment = text(statement.comment).isEmpty ? nil : text(statement.comment)
    let names = names(statement.object)
    switch statement.objtype {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE, PG_QUERY__OBJECT_TYPE__OBJECT_VIEW,
      PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW, PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE,
      PG_QUERY__OBJECT_TYPE__OBJECT_INDEX:
      let written = try relationName(names)
      if isSession, case .composite(let type, owner: _)? = state.unlisted(written) {
        try state.requireUsage(written)
        let wanted = Self.wantedKind(statement.objtype) ?? "table"
        throw .refused(
          SQLState(rawValue: "42809"),
          "\"\(type.name)\" is not \(wanted == "index" ? "an" : "a") \(wanted)")
      }
      let name = try state.relation(written)
      if isSession { try requireExactKind(of: name, statement.objtype) }
      try requireOwner(of: name)
      switch state.slot(name) {
      case .table(let index): state.catalog.tables[index].comment = comment
      case .view(let index): state.catalog.views[index].comment = comment
      case .sequence(let index): state.catalog.sequences[index].comment = comment
      default: break
      }
    case PG_QUERY__OBJECT_TYPE__OBJECT_COLUMN: try commentOnColumn(names, comment)
    case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY:
      let index = try table(relationName(names.dropLast()))
      let policy = try policy(names.last ?? "", on: index)
      try requirePart(of: state.catalog.tables[index].name)
      state.catalog.tables[index].policies[policy].comment = comment
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABCONSTRAINT:
      let index = try table(relationName(names.dropLast()))
      let relation = state.catalog.tables[index]
      guard relation.constraintNames.contains(names.last ?? "") else {
        try requireNoNotNull(named: names.last ?? "")
        throw .refused(
          .undefinedObject,
          "constraint \"\(names.last ?? "")\" for table \"\(relation.name.name)\" does not exist")
      }
      try requirePart(of: relation.name)
    case PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER, PG_QUERY__OBJECT_TYPE__OBJECT_RULE:
      try commentOnAttachment(names, statement.objtype)
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE,
      PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE:
      guard let object = statement.object, object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS
      else { break }
      let index = try function(object.pointee.object_with_args, as: statement.objtype)
      let function = state.catalog.functions[index]
      try require(
        .ownership(
          what: Self.routine(object.pointee.object_with_args, statement.objtype),
          owner: function.owner))
      state.catalog.functions[index].comment = comment
    case PG_QUERY__OBJECT_TYPE__OBJECT_DOMCONSTRAINT:
      try requireDomainConstraint(statement.object?.items ?? [])
    default: try commentOnOther(names, statement.objtype, comment)
    }
    return .applied
  }

  private func requireDomainConstraint(_ parts: [Node]) throws(ReadFailure) {
    guard isSession, parts.count == 2, parts[0].kind == PG_QUERY__NODE__NODE_TYPE_NAME,
      let name = strings([parts[1]]).first
    else { return }
    let type = parts[0].pointee.type_name.pointee
    let names = strings(list(type.n_names, type.names))
    // Here SQL's own names of types are no names.
    if names.count == 1, Self.spelledTypes.contains(names[0]) {
      throw .refused(.undefinedObject, "type \"\(names[0])\" does not exist")
    }
    if unlistedType(names) != nil { throw Self.notADomain(names.joined(separator: ".")) }
    let index = try self.type(names)
    let domain = state.catalog.types[index]
    guard case .domain = domain.kind else {
      throw Self.notADomain(names.joined(separator: "."))
    }
    // NOT NULL is one from 17 on.
    guard domain.checks.contains(where: { $0.name == name }) else {
      if state.postgresVersion >= .v17, case .domain(_, isNullable: false) = domain.kind {
        throw .unsupported("the NOT NULL constraint of a domain by its name")
      }
      throw .refused(
        .undefinedObject,
        "constraint \"\(name)\" for domain \(state.visibleType(domain.name)) does not exist")
    }
    try requireOwner(ofType: index)
  }

  private static let spelledTypes: Set = [
    "bigint", "bit varying", "boolean", "character", "character varying", "double precision",
    "integer", "real", "smallint", "time with time zone", "time without time zone",
    "timestamp with time zone", "timestamp without time zone",
  ]

  private func requirePart(of relation: QualifiedName) throws(ReadFailure) {
    try require(
      .ownership(what: "relation \(relation.name)", owner: state.owner(of: relation)))
  }

  /// COMMENT ON TABLE takes no view.
  private func requireExactKind(
    of name: QualifiedName, _ type: PgQuery__ObjectType
  ) throws(ReadFailure) {
    guard type == PG_QUERY__OBJECT_TYPE__OBJECT_TABLE else {
      return try requireKind(of: name, type)
    }
    guard case .table = state.slot(name) else {
      throw .refused(SQLState(rawValue: "42809"), "\"\(name.name)\" is not a table")
    }
  }

  private mutating func commentOnColumn(
    _ names: [String], _ comment: String?
  ) throws(ReadFailure) {
    guard let last = names.last else { return }
    let relation = try relationName(names.dropLast())
    if isSession, case .composite(let type, let owner)? = state.unlisted(relation) {
      try state.requireUsage(relation)
      return try requireField(last, of: type, owner: owner)
    }
    let name = try state.relation(relation)
    let isSystem = isSession && SystemColumns.names.contains(last) && hasSystemColumns(name)
    if !isSystem, let columns = state.columns(of: name),
      !columns.contains(where: { $0.name == last })
    {
      let written = names.dropLast().joined(separator: ".")
      throw .refused(
        .undefinedColumn, "column \"\(last)\" of relation \"\(written)\" does not exist")
    }
    if isSystem { return try requirePart(of: name) }
    switch state.slot(name) {
    case .table(let index):
      let column = try column(last, of: index)
      try requirePart(of: name)
      state.catalog.tables[index].columns[column].comment = comment
    case .view(let index):
      guard
        let column = state.catalog.views[index].columns.firstIndex(where: { $0.name == last })
      else { return }
      try requirePart(of: name)
      state.catalog.views[index].columns[column].comment = comment
    case .sequence where isSession:
      if SystemColumns.names.contains(last) { throw .unsupported("a comment on a system column") }
      guard ["last_value", "log_cnt", "is_called"].contains(last) else {
        throw .refused(
          .undefinedColumn, "column \"\(last)\" of relation \"\(name.name)\" does not exist")
      }
      try requirePart(of: name)
      throw .refused(
        state.wrongKind("cannot set comment on relation \"\(name.name)\"", name), location: nil)
    case .index where isSession: throw .unsupported("a comment on the column of an index")
    default: break
    }
  }

  /// Fields of composite types are columns too.
  private func requireField(
    _ name: String, of type: QualifiedName, owner: String
  ) throws(ReadFailure) {
    guard case .composite(let fields)? = state.compositeType(type)?.kind,
      fields.contains(where: { $0.name == name })
    else {
      throw .refused(
        .undefinedColumn, "column \"\(name)\" of relation \"\(type.name)\" does not exist")
    }
    try require(.ownership(what: "relation \(type.name)", owner: owner))
  }

  private mutating func commentOnAttachment(
    _ names: [String], _ type: PgQuery__ObjectType
  ) throws(ReadFailure) {
    guard isSession else { return }
    let name = names.last ?? ""
    let relation = try state.relation(relationName(names.dropLast()))
    let isTrigger = type == PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER
    let known =
      isTrigger ? state.triggers(of: relation).map(\.name) : state.rules(of: relation).map(\.name)
    guard known.contains(name) else {
      throw .refused(
        .undefinedObject,
        isTrigger
          ? "trigger \"\(name)\" for table \"\(relation.name)\" does not exist"
          : "rule \"\(name)\" for relation \"\(relation.name)\" does not exist")
    }
    try requirePart(of: relation)
  }

  private mutating func commentOnOther(
    _ names: [String], _ type: PgQuery__ObjectType, _ comment: String?
  ) throws(ReadFailure) {
    let name = names.last ?? ""
    switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA:
      guard let index = state.catalog.schemas.firstIndex(where: { $0.name == name }) else {
        guard isSession else { return }
        throw .refused(SQLState(rawValue: "3F000"), "schema \"\(name)\" does not exist")
      }
      try require(.ownership(what: "schema \(name)", owner: state.catalog.schemas[index].owner))
      state.catalog.schemas[index].comment = comment
    case PG_QUERY__OBJECT_TYPE__OBJECT_ROLE:
      guard let index = state.catalog.roles.firstIndex(where: { $0.name == name }) else {
        guard isSession else { return }
        throw .refused(.undefinedObject, "role \"\(name)\" does not exist")
      }
      try ask { (authority) throws(PostgresError) in try authority.requireCommenting(on: name) }
      state.catalog.roles[index].comment = comment
    case PG_QUERY__OBJECT_TYPE__OBJECT_TYPE, PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN:
      guard isSession else { return }
      let isDomain = type == PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN
      if let unlisted = unlistedType(names) {
        if isDomain { throw Self.notADomain(names.joined(separator: ".")) }
        return try requireOwner(of: unlisted)
      }
      let index = try self.type(names)
      if isDomain {
        guard case .domain = state.catalog.types[index].kind else {
          throw Self.notADomain(names.joined(separator: "."))
        }
      }
      try requireOwner(ofType: index)
      state.catalog.types[index].comment = comment
    case PG_QUERY__OBJECT_TYPE__OBJECT_DATABASE where isSession: try commentOnDatabase(name)
    case PG_QUERY__OBJECT_TYPE__OBJECT_EXTENSION where name == "plpgsql" && isSession:
      try require(.ownership(what: "extension plpgsql", owner: systemOwner))
    case PG_QUERY__OBJECT_TYPE__OBJECT_EXTENSION:
      guard isSession else { return }
      guard state.catalog.extensions.contains(name) else {
        throw .refused(.undefinedObject, "extension \"\(name)\" does not exist")
      }
      guard state.isSuperuser else { throw .unsupported("the owner of an extension") }
    case PG_QUERY__OBJECT_TYPE__OBJECT_LANGUAGE where isSession:
      try requireOwner(ofLanguage: name)
    case PG_QUERY__OBJECT_TYPE__OBJECT_OPERATOR, PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE:
      // Whether there is one is not known.
      if isSession { throw .unsupported("a comment on an operator or aggregate") }
    default: break
    }
  }

  /// Languages are whose the server is.
  private func requireOwner(ofLanguage name: String) throws(ReadFailure) {
    guard ["sql", "plpgsql", "c", "internal"].contains(name) else {
      throw .refused(.undefinedObject, "language \"\(name)\" does not exist")
    }
    try require(.ownership(what: "language \(name)", owner: systemOwner))
  }

  /// ALTER DOMAIN takes no other type. Source: `AlterTypeOwner()` and its kin in `typecmds.c`.
  func requireDomain(_ index: Int, _ type: PgQuery__ObjectType) throws(ReadFailure) {
    guard isSession, type == PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN else { return }
    if case .domain = state.catalog.types[index].kind { return }
    throw .refused(
      SQLState(rawValue: "42809"),
      "\(state.visibleType(state.catalog.types[index].name)) is not a domain")
  }

  /// OWNER TO, of what is not a relation. Source: `AlterObjectOwner_internal()` in `alter.c`.
  mutating func alterOwner(
    _ node: UnsafeMutablePointer<PgQuery__AlterOwnerStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let owner = try role(statement.newowner)
    let names = names(statement.object)
    switch statement.object_type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA:
      let name = names.last ?? ""
      guard let index = state.catalog.schemas.firstIndex(where: { $0.name == name }) else {
        throw .refused(SQLState(rawValue: "3F000"), "schema \"\(name)\" does not exist")
      }
      let old = state.catalog.schemas[index].owner
      guard old != owner else { break }
      try require(.ownership(what: "schema \(name)", owner: old))
      try require(.become(owner))
      try require(.createInDatabase)
      state.catalog.schemas[index].acl?.changeOwner(from: old, to: owner)
      state.catalog.schemas[index].owner = owner
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE,
      PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE, PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE:
      guard let object = statement.object, object.kind == PG_QUERY__NODE__NODE_OBJECT_WITH_ARGS
      else { break }
      let index = try function(object.pointee.object_with_args, as: statement.object_type)
      let old = state.catalog.functions[index]
      guard old.owner != owner else { break }
      try require(.ownership(what: "function \(old.name.name)", owner: old.owner))
      try requireNewOwner(owner, instead: old.owner, in: old.name.schema)
      state.catalog.functions[index].acl?.changeOwner(from: old.owner, to: owner)
      state.catalog.functions[index].owner = owner
    case PG_QUERY__OBJECT_TYPE__OBJECT_TYPE, PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN:
      try requireNoRowType(names)
      let index = try type(names)
      try requireDomain(index, statement.object_type)
      let old = state.catalog.types[index]
      try requireOwner(ofType: index)
      try requireNewOwner(owner, instead: old.owner, in: old.name.schema)
      state.catalog.types[index].acl?.changeOwner(from: old.owner, to: owner)
      state.catalog.types[index].owner = owner
    case PG_QUERY__OBJECT_TYPE__OBJECT_DATABASE:
      try changeOwner(ofDatabase: names.last ?? "", to: owner)
    case PG_QUERY__OBJECT_TYPE__OBJECT_LANGUAGE where isSession:
      let name = names.last ?? ""
      try requireOwner(ofLanguage: name)
      if owner != systemOwner { throw .unsupported("another owner of language `\(name)`") }
    case PG_QUERY__OBJECT_TYPE__OBJECT_PUBLICATION where isSession:
      _ = try publication(names.last ?? "")
      throw .unsupported("the owner of a publication")
    default:
      // What they are, and whose, is not known.
      if isSession { throw .unsupported("OWNER TO of an object of this kind") }
    }
    return .applied
  }
}
