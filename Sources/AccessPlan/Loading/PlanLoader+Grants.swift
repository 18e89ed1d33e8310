import AccessModel

/// What rules grant on one relation.
struct RelationGrants {
  var onRelation = AccessControlList()
  /// Per column name.
  var onColumns: [String: AccessControlList] = [:]
  /// Roles that may insert, and so draw from serial columns' sequences.
  var inserting: [Grantee] = []
}

extension PlanLoader {
  /// The roles that hold everything on an object of a schema before any rule.
  ///
  /// Supabase's default privileges are for `public` only; the service role keeps everything.
  func defaultGrantees(in schema: String) -> [Grantee] {
    if apiDefaults == .granted, schema == "public" {
      return plan.platform.apiRoles.map { .role($0) }
    }
    return plan.platform.serviceRole.map { [.role($0)] } ?? []
  }

  mutating func defaultACL(in schema: String, all: [Privilege]) -> AccessControlList {
    var acl = AccessControlList.builtIn(owner: owner, all: all)
    for grantee in defaultGrantees(in: schema) {
      acl.grant(all, to: grantee)
      grantUsage(on: schema, to: grantee)
    }
    return acl
  }

  mutating func grantUsage(on schema: String, to grantee: Grantee) {
    guard let index = schemas.firstIndex(where: { $0.name == schema }),
      !plan.parts.schemas.contains(where: { $0.name == schema && $0.isClosed })
    else { return }
    let holders: [Grantee] = [grantee, .everyone]
    let isHeld = holders.contains {
      schemas[index].acl?.privileges(of: $0).contains(.usage) ?? false
    }
    if !isHeld { schemas[index].acl?.grant([.usage], to: grantee) }
  }

  /// What `rules` grant beyond the defaults.
  mutating func grants(
    of rules: [Rule], on relation: QualifiedName, columns: [ColumnDefinition]
  ) -> RelationGrants {
    var grants = RelationGrants()
    let holders = Set(defaultGrantees(in: relation.schema))
    let defaultsStand = apiDefaults == .granted && relation.schema == "public"
    for rule in rules where rule.isPermissive {
      if case .policy = rule.kind { continue }
      if case .grants(let privileges) = rule.kind {
        for grantee in rule.audiences.map(\.grantee) {
          add(privileges, to: grantee, on: rule.columns, of: relation, &grants)
        }
        continue
      }
      for grantee in rule.audiences.map(\.grantee) where !holders.contains(grantee) {
        // Where API defaults stand, a policy to PUBLIC is a policy only: see `APIDefaults`.
        if defaultsStand, grantee == .everyone, !plan.platform.apiRoles.isEmpty { continue }
        add(rule.commands.map(\.privilege), to: grantee, on: rule.columns, of: relation, &grants)
      }
    }
    return grants
  }

  private mutating func add(
    _ privileges: [Privilege], to grantee: Grantee, on columns: [ColumnDefinition]?,
    of relation: QualifiedName, _ grants: inout RelationGrants
  ) {
    grantUsage(on: relation.schema, to: grantee)
    if privileges.contains(.insert) { grants.inserting.append(grantee) }
    guard let columns else { return grants.onRelation.grant(privileges, to: grantee) }
    for column in columns {
      grants.onColumns[column.name, default: AccessControlList()].grant(
        privileges.filter(Privilege.allOnColumn.contains), to: grantee)
    }
  }
}

extension AccessCommand {
  var privilege: Privilege {
    switch self {
    case .select: .select
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    }
  }

  var policyCommand: Catalog.Policy.Command {
    switch self {
    case .select: .select
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    }
  }
}
