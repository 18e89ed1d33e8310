public import AccessModel
public import SQLBinding

/// Decides privilege checks from access control lists. RULES 2, 7–14, 17–19.
///
/// Source: `src/backend/catalog/aclchk.c`; `ExecCheckRTEPerms()` in `execMain.c`.
public struct PrivilegeChecker: Sendable {
  private let names: CatalogNames
  let roles: RoleGraph

  var catalog: Catalog { _read { yield names.catalog } }

  init(_ names: CatalogNames, roles: RoleGraph) {
    self.names = names
    self.roles = roles
  }

  /// The error of the first check that fails, or nil if all privileges are held.
  ///
  /// Undecided where it depends on the planner which missing privilege is looked at first.
  public func firstFailure(of checks: [PrivilegeCheck]) throws(EngineFailure) -> PostgresError? {
    let failed = checks.filter { !verdict(on: $0).isHeld }
    guard let first = failed.first else { return nil }
    let isSame = failed.allSatisfy { self.error(for: $0) == self.error(for: first) }
    let error = error(for: first)
    // Functions that are called to estimate how many rows there will be have refused by now.
    guard isSame || first.isOrdered && Self.isOrdered(first, among: failed) else {
      throw .undecided(
        Undecided("which of several missing privileges is reported", isRefusal: true))
    }
    return error
  }

  /// Whether a function is made ready before the others, as far as that shows.
  private static func isOrdered(_ first: PrivilegeCheck, among failed: [PrivilegeCheck]) -> Bool {
    guard case .function = first.object else { return true }
    return failed.allSatisfy { check in
      guard case .function = check.object, check.turn.part != first.turn.part else { return true }
      return first.turn.side > 0 && check.turn.side > first.turn.side
    }
  }

  public func verdict(on check: PrivilegeCheck) -> PrivilegeVerdict {
    if case .refusal = check.object { return .missing(columns: []) }
    if roles.isSuperuser(check.role) { return .superuser }
    let held = roles.privileges(of: check.role)
    let object = accessControl(of: check.object)
    // The role is not thought of where one of several was granted: `pg_class_aclmask_ext()`.
    let isPartlyGranted = check.alongside.contains { object.holder(of: $0, among: held) != nil }
    if let predefined = predefinedRole(allowing: check, among: held),
      predefined != "pg_write_all_data" || !isPartlyGranted
    {
      return .predefined(predefined)
    }
    if let grantee = object.holder(of: check.privilege, among: held) {
      return .held(by: grantee)
    }
    // nextval() takes UPDATE as well. Source: `nextval_internal()`.
    if case .sequence = check.object, let grantee = object.holder(of: .update, among: held) {
      return .held(by: grantee)
    }
    let byColumn = columnLists(of: check.object)
    switch check.columns {
    case .none: return .missing(columns: [])
    case .any:
      let isHeld = byColumn.contains { $0.holder(of: check.privilege, among: held) != nil }
      return isHeld ? .heldOnColumns : .missing(columns: [])
    case .all(let columns):
      let missing = columns.sorted().filter {
        !byColumn.indices.contains($0)
          || byColumn[$0].holder(of: check.privilege, among: held) == nil
      }
      return missing.isEmpty ? .heldOnColumns : .missing(columns: missing)
    }
  }

  /// Who of those that count for a role holds a privilege on columns that the check is about.
  public func columnHolders(of check: PrivilegeCheck) -> [Grantee] {
    let held = roles.privileges(of: check.role)
    let lists = columnLists(of: check.object)
    var wanted = Array(lists.indices)
    if case .all(let columns) = check.columns { wanted = columns.sorted() }
    var found: [Grantee] = []
    for column in wanted where lists.indices.contains(column) {
      guard let grantee = lists[column].holder(of: check.privilege, among: held),
        !found.contains(grantee)
      else { continue }
      found.append(grantee)
    }
    return found
  }

  /// The error PostgreSQL raises; it names the object, never the column.
  public func error(for check: PrivilegeCheck) -> PostgresError {
    if case .refusal(let error) = check.object { return error }
    let object =
      switch check.object {
      case .relation(.table(let index)):
        (catalog.tables[index].kind == .foreign ? "foreign table " : "table ")
          + catalog.tables[index].name.name
      case .relation(.view(let index)):
        (catalog.views[index].isMaterialized ? "materialized view " : "view ")
          + catalog.views[index].name.name
      case .relation(.sequence(let index)): "sequence \(catalog.sequences[index].name.name)"
      case .schema(let name): "schema \(name)"
      case .sequence(let name): "sequence \(name.name)"
      case .function(let index):
        (catalog.functions[index].kind == .procedure ? "procedure " : "function ")
          + catalog.functions[index].name.name
      case .refusal: ""
      }
    return PostgresError(.insufficientPrivilege, "permission denied for \(object)")
  }

  /// RULES 7: reading or writing all data, schema USAGE included, TRUNCATE not.
  func predefinedRole(
    allowing check: PrivilegeCheck, among held: Set<String>
  ) -> String? {
    switch (check.object, check.privilege) {
    case (.relation, .select), (.sequence, .select), (.schema, .usage):
      if held.contains("pg_read_all_data") { return "pg_read_all_data" }
      guard check.privilege == .usage else { return nil }
      return held.contains("pg_write_all_data") ? "pg_write_all_data" : nil
    case (.relation, .insert), (.relation, .update), (.relation, .delete),
      (.sequence, .usage), (.sequence, .update):
      return held.contains("pg_write_all_data") ? "pg_write_all_data" : nil
    case (.relation, .maintain): return held.contains("pg_maintain") ? "pg_maintain" : nil
    default: return nil
    }
  }

  /// An object's list, with the built-in default where it has none. RULES 8.
  func accessControl(of object: PrivilegeCheck.Object) -> AccessControlList {
    switch object {
    case .relation(.table(let index)):
      let table = catalog.tables[index]
      return table.acl ?? .builtIn(owner: table.owner, all: Privilege.allOnTable(.v18))
    case .relation(.view(let index)):
      let view = catalog.views[index]
      return view.acl ?? .builtIn(owner: view.owner, all: Privilege.allOnTable(.v18))
    case .schema(let name):
      guard let schema = catalog.schema(name) else { return AccessControlList() }
      return schema.acl ?? .builtIn(owner: schema.owner, all: Privilege.allOnSchema)
    case .relation(.sequence(let index)):
      let sequence = catalog.sequences[index]
      return sequence.acl ?? .builtIn(owner: sequence.owner, all: Privilege.allOnSequence)
    case .sequence(let name):
      guard let sequence = catalog.sequence(name) else { return AccessControlList() }
      return sequence.acl ?? .builtIn(owner: sequence.owner, all: Privilege.allOnSequence)
    case .function(let index):
      let function = catalog.functions[index]
      return function.acl
        ?? .builtIn(owner: function.owner, all: [.execute], everyone: [.execute])
    case .refusal: return AccessControlList()
    }
  }

  func columnLists(of object: PrivilegeCheck.Object) -> [AccessControlList] {
    switch object {
    case .relation(.table(let index)):
      catalog.tables[index].columns.map { $0.acl ?? AccessControlList() }
    case .relation(.view(let index)):
      catalog.views[index].columns.map { $0.acl ?? AccessControlList() }
    default: []
    }
  }
}

extension AccessControlList {
  /// PUBLIC or one of the roles that holds a privilege here. RULES 9: grants add up.
  func holder(of privilege: Privilege, among roles: Set<String>) -> Grantee? {
    entries.first { entry in
      guard entry.privileges.contains(privilege) else { return false }
      switch entry.grantee {
      case .everyone: return true
      case .role(let name): return roles.contains(name)
      }
    }?.grantee
  }
}
