import AccessModel
import SQLBinding

/// Tables whose rows are elsewhere: their wrapper is asked as a statement on them is planned, before
/// any privilege on tables is looked at, and one without a handler has no answer.
///
/// Source: `GetFdwRoutineByServerId()` in `src/backend/foreign/foreign.c`, called by
/// `get_relation_info()` in `plancat.c`, `truncate_check_rel()` and `CheckValidResultRel()`.
extension RowSecurityEngine {
  /// What comes of a table whose rows are elsewhere.
  func foreignRefusal(of table: Catalog.Table) -> EngineFailure {
    guard let server = table.server.flatMap(catalog.catalog.foreignServer),
      let wrapper = catalog.catalog.foreignDataWrapper(server.wrapper), !wrapper.hasHandler
    else { return .undecided(Undecided("the foreign table `\(table.name.name)`")) }
    return .postgres(
      PostgresError(
        .notInPrerequisiteState, "foreign-data wrapper \"\(wrapper.name)\" has no handler"))
  }
}

extension PrivilegeCollector {
  /// What the planner of one query meets of foreign tables, once its expressions are computed.
  func refusals(
    ofForeign relations: [PrivilegeCheck]
  ) throws(EngineFailure) -> [PrivilegeCheck] {
    let tables = engine.catalog.catalog.tables
    guard tables.contains(where: { $0.kind == .foreign }) else { return [] }
    for check in relations {
      guard case .relation(.table(let index)) = check.object, tables[index].kind == .foreign
      else { continue }
      guard case .postgres(let error) = engine.foreignRefusal(of: tables[index]) else {
        throw engine.foreignRefusal(of: tables[index])
      }
      return [PrivilegeCheck(refusal: error, as: caller)]
    }
    return []
  }
}
