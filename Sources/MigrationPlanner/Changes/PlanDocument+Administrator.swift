public import AccessModel
import RowSecurity

extension PlanDocument {
  /// The plan with another role for its administrator, where the database is another's: whoever owns
  /// the plan's tables there, else `role`, who connected.
  ///
  /// A plan does not say who runs its migration. On a managed host that is a role of the host's, which
  /// is no superuser and may not give objects to `postgres`.
  ///
  /// - Parameters:
  ///   - live: the database as it is.
  ///   - role: as whom its statements will run.
  ///   - version: the server's.
  public func adapted(
    toOwnersOf live: Catalog, connectedAs role: String, version: PostgresVersion
  ) -> PlanDocument {
    let graph = RoleGraph(
      Array(live.roles), databaseOwner: live.database?.owner, version: version)
    if live.role(administrator) != nil, graph.isMember(role, of: administrator) { return self }
    let owners = Set(
      live.tables.filter { catalog.table($0.name)?.owner == administrator }.map(\.owner))
    guard owners.count < 2, !owners.contains(administrator),
      catalog.role(administrator)?.origin != .plan
    else { return self }
    let substitute = owners.first ?? role
    guard catalog.role(substitute) == nil else { return self }
    var plan = self
    plan.catalog.rename(role: administrator, to: substitute)
    // The platform's are not the plan's to give.
    for index in catalog.schemas.indices where catalog.schemas[index].origin != .plan {
      plan.catalog.schemas[index] = catalog.schemas[index]
    }
    plan.administrator = substitute
    return plan
  }
}
