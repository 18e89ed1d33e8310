import AccessModel
import CPgQuery
import RowSecurity
import SQLBinding

/// A relation that has no place among those of the catalog: PostgreSQL's own, or a composite type.
enum UnlistedRelation: Hashable {
  /// `isPinned`: not even superusers change it. `pg_authid`, but not `pg_roles`.
  case system(QualifiedName, isView: Bool, isPinned: Bool)
  case composite(QualifiedName, owner: String)

  var name: String {
    switch self {
    case .system(let name, isView: _, isPinned: _), .composite(let name, owner: _): name.name
    }
  }

  /// As `DROP` and messages call its kind.
  var kind: String {
    switch self {
    case .system(_, let isView, isPinned: _): isView ? "view" : "table"
    case .composite: "type"
    }
  }
}

extension DatabaseState {
  /// What a name means that stands for no relation of the catalog; nil: nothing of that kind.
  func unlisted(_ name: SQLRelationName) -> UnlistedRelation? {
    guard find(name) == nil else { return nil }
    let system = QualifiedName(name.schema ?? "pg_catalog", name.name)
    if let kind = SystemRelation.kind(of: system, in: postgresVersion) {
      // Source: `IsCatalogRelationOid()` in `src/backend/catalog/catalog.c`: what bootstrapping
      // has made, which views and the information schema came after.
      let isView = kind == "v"
      return .system(system, isView: isView, isPinned: !isView && system.schema == "pg_catalog")
    }
    for schema in name.schema.map({ [$0] }) ?? searchPath {
      let type = QualifiedName(schema, name.name)
      if let found = compositeType(type) { return .composite(type, owner: found.owner) }
    }
    return nil
  }

  /// Of a relation of PostgreSQL's own; nil: not known.
  func systemColumns(of name: SQLRelationName) -> [String]? {
    let wanted = QualifiedName(name.schema ?? "pg_catalog", name.name)
    return SystemRelation.allCases.first { $0.name == wanted }?
      .columns(in: postgresVersion).map(\.name)
  }

  func compositeType(_ name: QualifiedName) -> Catalog.CustomType? {
    catalog.types.first {
      guard $0.name == name, case .composite = $0.kind else { return false }
      return true
    }
  }
}

extension CatalogBuilder {
  /// What a statement does to a relation, as far as it matters to which are refused.
  enum RelationUse {
    case alter
    case policy
    case index
    /// Triggers and rules, whose maker need not be the owner.
    case attachment
  }

  /// Refuses to change what has no place among the catalog's relations, where it is known what
  /// PostgreSQL says.
  ///
  /// Source: `RangeVarCallbackForAlterRelation()` in `tablecmds.c`, `RangeVarCallbackForPolicy()`
  /// in `policy.c`, `RangeVarCallbackOwnsRelation()` in `tablecmds.c`, `CreateTriggerFiringOn()`,
  /// `DefineQueryRewrite()`.
  func requireListed(
    _ written: SQLRelationName, for use: RelationUse,
    as type: PgQuery__ObjectType = PG_QUERY__OBJECT_TYPE__OBJECT_TABLE
  ) throws(ReadFailure) {
    guard isSession, let found = state.unlisted(written) else { return }
    try state.requireUsage(written)
    switch (found, use) {
    case (.system(_, isView: _, isPinned: true), .attachment): throw Self.systemCatalog(found)
    case (.system(_, isView: _, isPinned: _), .attachment): return
    case (.composite, .attachment):
      throw .refused(.compositeType(found.name, state.postgresVersion), location: nil)
    case (.system(_, let isView, let isPinned), _):
      if isView, use == .index { return }
      try require(.ownership(what: "\(found.kind) \(found.name)", owner: systemOwner))
      if isPinned { throw Self.systemCatalog(found) }
      if isView, use == .policy { throw Self.noTable(found) }
    case (.composite(_, let owner), _):
      // Source: `get_relkind_objtype()` in `src/backend/catalog/objectaddress.c`.
      try require(.ownership(what: "table \(found.name)", owner: owner))
      switch use {
      case .policy: throw Self.noTable(found)
      case .index, .attachment:
        throw .refused(.compositeType(found.name, state.postgresVersion), location: nil)
      case .alter:
        if let wanted = Self.wantedKind(type) {
          throw .refused(
            SQLState(rawValue: "42809"),
            "\"\(found.name)\" is not \(wanted == "index" ? "an" : "a") \(wanted)")
        }
        throw .refused(
          PostgresError(
            SQLState(rawValue: "42809"), "\"\(found.name)\" is a composite type",
            hint: "Use ALTER TYPE instead."), location: nil)
      }
    }
  }

  /// DROP of such a relation. Source: `RangeVarCallbackForDropRelation()` in `tablecmds.c`.
  func requireListed(_ written: SQLRelationName, toDrop kind: String) throws(ReadFailure) {
    guard isSession, let found = state.unlisted(written) else { return }
    try state.requireUsage(written)
    guard found.kind == kind else {
      throw .refused(
        SQLState(rawValue: "42809"),
        "\"\(found.name)\" is not \(kind == "index" ? "an" : "a") \(kind)",
        hint: "Use DROP \(found.kind.uppercased()) to remove a \(found.kind).")
    }
    guard case .system(_, isView: _, let isPinned) = found else { return }
    try require(.ownership(what: "\(kind) \(found.name)", owner: systemOwner))
    if isPinned { throw Self.systemCatalog(found) }
  }

  /// DROP POLICY of such a relation. Source: `get_object_address_relobject()`.
  func requireListed(
    _ written: SQLRelationName, toDropPolicy policy: String
  ) throws(ReadFailure) {
    guard isSession, let found = state.unlisted(written) else { return }
    try state.requireUsage(written)
    if case .composite(let type, owner: _) = found {
      throw .refused(.compositeType(type.name, state.postgresVersion), location: nil)
    }
    throw .refused(
      .undefinedObject, "policy \"\(policy)\" for table \"\(found.name)\" does not exist")
  }

  /// The role that has made the server.
  var systemOwner: String {
    state.catalog.roles.first(where: \.isSuperuser)?.name ?? "postgres"
  }

  private static func systemCatalog(_ relation: UnlistedRelation) -> ReadFailure {
    .refused(
      .insufficientPrivilege, "permission denied: \"\(relation.name)\" is a system catalog")
  }

  private static func noTable(_ relation: UnlistedRelation) -> ReadFailure {
    .refused(SQLState(rawValue: "42809"), "\"\(relation.name)\" is not a table")
  }
}
