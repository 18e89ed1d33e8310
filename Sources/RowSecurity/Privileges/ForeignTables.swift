import AccessModel
import SQLBinding

/// Tables whose rows are elsewhere: their wrapper is asked as a statement on them is planned, before
/// any privilege on tables is looked at, and one without a handler has no answer.
///
/// Source: `GetFdwRoutineByServerId()` in `src/backend/foreign/foreign.c`, called by
/// `get_relation_info()` in `plancat.c`, `truncate_check_rel()` and `CheckValidResultRel()`.
extension RowSecurityEngine {
  /// What planning meets of a table; nil: it has rows of its own, or a wrapper that gives them.
  func foreignRefusal(of table: Catalog.Table) -> PostgresError? {
    guard let server = table.server.flatMap(catalog.catalog.foreignServer),
      let wrapper = catalog.catalog.foreignDataWrapper(server.wrapper), !wrapper.hasHandler
    else { return nil }
    return PostgresError(
      .notInPrerequisiteState, "foreign-data wrapper \"\(wrapper.name)\" has no handler")
  }
}

extension PrivilegeCollector {
  /// What the planner of one query meets of foreign tables, once its expressions are computed.
  func refusals(ofForeign relations: [PrivilegeCheck]) -> [PrivilegeCheck] {
    let catalog = engine.catalog.catalog
    guard !catalog.foreignServers.isEmpty else { return [] }
    let refusals = relations.lazy.compactMap { check -> PostgresError? in
      guard case .relation(.table(let index)) = check.object else { return nil }
      return engine.foreignRefusal(of: catalog.tables[index])
    }
    return refusals.first.map { [PrivilegeCheck(refusal: $0, as: caller)] } ?? []
  }
}
