import AccessModel
import CPgQuery
import RowSecurity

/// SET of `role` and `session_authorization` in the definition of a function. RULES 4.
extension CatalogBuilder {
  /// What can't be set is stored all the same, but said.
  ///
  /// Source: `validate_option_array_item()` in `src/backend/utils/misc/guc.c`.
  mutating func warnOfIdentity(
    in element: PgQuery__DefElem, _ function: Catalog.Function
  ) throws(ReadFailure) {
    guard isSession, text(element.defname) == "set", let node = element.arg,
      node.kind == PG_QUERY__NODE__NODE_VARIABLE_SET_STMT
    else { return }
    let name = text(node.pointee.variable_set_stmt.pointee.name)
    guard let setting = function.settings.last, setting.name == name,
      let identity = IdentitySetting(setting)
    else { return }
    guard !isInFunction else {
      throw .unsupported("SET \(name) of a function that another function makes")
    }
    guard let refusal = refusal(of: identity) else { return }
    add(identity.notice(of: refusal))
  }

  /// Who looks at the body of a function as it is made is whom its settings name.
  ///
  /// Source: `ProcedureCreate()` in `src/backend/catalog/pg_proc.c`.
  func bodyRefusal(of function: Catalog.Function) -> PostgresError? {
    guard isSession, checksBodies else { return nil }
    var user = state.sessionRole
    for setting in function.settings {
      guard let identity = IdentitySetting(setting) else { continue }
      if let refusal = refusal(of: identity, sessionUser: user) { return refusal }
      if identity.name == .sessionAuthorization { user = identity.value }
    }
    return nil
  }

  private func refusal(
    of identity: IdentitySetting, sessionUser: String? = nil
  ) -> PostgresError? {
    identity.refusal(
      state.catalog, version: state.postgresVersion,
      sessionUser: sessionUser ?? state.sessionRole, login: login)
  }

  /// The definitions as whoever looks at the body sees them.
  func bodyState(of function: Catalog.Function) -> DatabaseState {
    guard isSession else { return state }
    var state = state
    if let role = function.bodyRole(of: state.sessionRole) { state.currentRole = role }
    if let path = function.settings.last(where: { $0.name.lowercased() == "search_path" }) {
      state.enterSearchPath(path.assigned)
    }
    return state
  }
}
