public import AccessModel
public import SQLBinding

/// PostgreSQL's rules of who may do what: the one place that knows them.
///
/// The answer is data. The simulator runs it, the prover encodes it and `explain` prints it; none
/// of them decides on its own which privilege is needed or which policy applies.
///
/// Source: `src/backend/rewrite/rowsecurity.c`, `rewriteHandler.c`; manual 5.8 and 41.5. Numbers
/// after RULES are those of the project's list of verified rules.
public struct RowSecurityEngine: Sendable {
  public let catalog: BoundCatalog
  public let roles: RoleGraph
  public let privileges: PrivilegeChecker
  /// The server's major version, where rules differ.
  public let version: PostgresVersion
  /// The setting `row_security`: off turns every policy that would filter into an error. RULES 24.
  public var rowSecurity = true
  /// `session_replication_role = replica`: other rules are enabled than else.
  public var isReplica = false
  /// Inside of a referential action FORCE does not count, for triggers either. RULES 79.
  /// Source: `InNoForceRLSOperation()`.
  public var ignoresForce = false

  /// The memberships that a plan was made with, which chose its policies, where it outlives them;
  /// nil: those of now. RULES 26.
  public var plannedRoles: RoleGraph?
  /// Whose memberships choose policies.
  var policyRoles: RoleGraph { plannedRoles ?? roles }

  public init(_ catalog: BoundCatalog, version: PostgresVersion = .v15) {
    self.init(
      catalog, version: version,
      roles: RoleGraph(
        catalog.catalog.roles, databaseOwner: catalog.catalog.database?.owner, version: version))
  }

  private init(_ catalog: BoundCatalog, version: PostgresVersion, roles: RoleGraph) {
    self.catalog = catalog
    self.version = version
    self.roles = roles
    privileges = PrivilegeChecker(catalog.names, roles: roles)
  }

  /// The rules for a catalog that a definition has made of another one's.
  public init(_ catalog: BoundCatalog, after previous: RowSecurityEngine) {
    let (new, old) = (catalog.catalog, previous.catalog.catalog)
    let isSame = new.roles == old.roles && new.database == old.database
    self.init(
      catalog, version: previous.version,
      roles: isSame
        ? previous.roles
        : RoleGraph(new.roles, databaseOwner: new.database?.owner, version: previous.version))
  }

  /// What `statement` meets when `caller` runs it.
  ///
  /// Throws PostgreSQL's error for what the rewriter refuses: recursion between policies (42P17),
  /// changing a view that can't be changed (55000). Missing privileges are not thrown: they are
  /// in the answer, for `explain` to show all of them. What `planning` drops needs none.
  ///
  /// `sharing`: what other statements have met, which saves the work of deciding it again.
  public func secure(
    _ statement: BoundStatement, as caller: String, sharing targets: SharedTargets? = nil,
    planning: Planning = .none
  ) throws(EngineFailure) -> SecuredStatement {
    var rewriter = SecurityRewriter(self, caller: caller, sharing: targets, planning)
    return try rewriter.statement(statement)
  }

  /// What a function's body meets when it runs as `role`. RULES 71, 72.
  public func secure(
    function index: Int, as role: String,
    planning: Planning = .none
  ) throws(EngineFailure) -> SecuredStatement {
    let body = try catalog.functions[index].body.get()
    var rewriter = SecurityRewriter(self, caller: role, planning)
    return try rewriter.statement(.query(body))
  }

  /// The role a function's body runs as. RULES 71.
  public func runningRole(ofFunction index: Int, calledBy role: String) -> String {
    let function = catalog.catalog.functions[index]
    return function.isSecurityDefiner ? function.owner : role
  }

  /// 42501 where the setting `row_security` is off and policies would apply. RULES 24.
  ///
  /// Source: `check_enable_rls()` in `src/backend/utils/misc/rls.c`.
  func requireRowSecurity(on table: Catalog.Table, as role: String) throws(EngineFailure) {
    guard !rowSecurity else { return }
    let isOwner = policyRoles.privileges(of: role).contains(table.owner)
    throw .postgres(
      PostgresError(
        .insufficientPrivilege,
        "query would be affected by row-level security policy for table \"\(table.name.name)\"",
        hint: isOwner
          ? "To disable the policy for the table's owner, use ALTER TABLE NO FORCE ROW LEVEL "
            + "SECURITY."
          : nil))
  }

  /// Why policies of a table with row security do not apply to `role`; nil if they do. RULES 23.
  public func bypass(of table: Catalog.Table, as role: String) -> BypassReason? {
    let roles = policyRoles
    if roles.isSuperuser(role) { return .superuser }
    if roles.bypassesRowSecurity(role) { return .bypassRowSecurity }
    let isOwner = roles.privileges(of: role).contains(table.owner)
    return isOwner && (!table.rowSecurityForced || ignoresForce) ? .tableOwner : nil
  }
}
