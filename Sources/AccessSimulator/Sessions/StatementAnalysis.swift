public import AccessModel
import RowSecurity
public import SQLBinding

/// As whom, and in what state of the database, the names of a prepared statement were resolved.
///
/// Source: `RevalidateCachedQuery()` in `src/backend/utils/cache/plancache.c`.
public struct StatementAnalysis: Hashable, Sendable {
  /// What becomes of an analysis as the statement is executed.
  public enum State: Hashable, Sendable {
    /// Nobody looks at its names again, nor whether their schemas may be used. RULES 17.
    case kept
    case redone
    /// Something has changed that may concern it.
    case open
  }

  let role: String
  let rowSecurity: Bool
  /// Schemas that names without one are looked for in.
  let path: [String]
  /// Any change of one looks at all statements again.
  let schemas: [Catalog.Schema]
  /// How often definitions had changed.
  let changes: Int
  /// Whether it reads a table with row security; nil: it may.
  let dependsOnRowSecurity: Bool?
  /// Whether there has been another since is not known.
  var isOpen = false
  /// Another has failed since.
  var isLost = false

  /// An execution in another state has failed.
  public mutating func fail(_ error: EngineFailure, _ state: State) {
    guard case .postgres(let reason) = error, state == .redone,
      reason.sqlState == .insufficientPrivilege,
      reason.message.hasPrefix("permission denied for schema ")
    else {
      isOpen = true
      return
    }
    (isLost, isOpen) = (true, false)
  }

  /// What becomes of an earlier one now.
  public func state(of earlier: StatementAnalysis) -> State {
    if earlier.isOpen { return .open }
    if earlier.isLost { return .redone }
    let isSameRole = role == earlier.role && rowSecurity == earlier.rowSecurity
    if path != earlier.path || schemas != earlier.schemas { return .redone }
    if !isSameRole, earlier.dependsOnRowSecurity == true { return .redone }
    let isKept =
      changes == earlier.changes
      && (isSameRole || earlier.dependsOnRowSecurity == false)
    return isKept ? .kept : .open
  }
}

extension SimulatedSession {
  /// What analysing a statement now would be.
  public func analysis(
    of statement: SQLStatement, parameterTypes: [TypeName]
  ) -> StatementAnalysis {
    let session = evaluation()
    defer { session.close() }
    let existing = session.visiblePath.filter { schema in
      schema.hasPrefix("pg_") || catalog.schema(schema) != nil
    }
    return StatementAnalysis(
      role: currentUser, rowSecurity: variables.rowSecurity, path: existing,
      schemas: catalog.schemas.filter { $0.name != "pg_temp" },
      changes: variables.invalidations,
      dependsOnRowSecurity: dependsOnRowSecurity(statement, parameterTypes, session))
  }

  /// What the functions that a statement calls are now.
  public func callMeanings(
    in statement: SQLStatement, parameterTypes: [TypeName]
  ) -> [SQLFunctionCall.Meaning] {
    let session = evaluation()
    defer { session.close() }
    return Binder.callMeanings(
      in: statement, parameterTypes: parameterTypes, session.names,
      useSchema: session.requireSchemaUse)
  }

  private func dependsOnRowSecurity(
    _ statement: SQLStatement, _ types: [TypeName], _ session: Session
  ) -> Bool? {
    guard catalog.tables.contains(where: \.rowSecurityEnabled) else { return false }
    do throws(EngineFailure) {
      session.analyzed = .kept
      let secured = try PreparedStatement.rewrite(statement, types, session, plans: false)
      guard case .query(let query) = secured.statement,
        query.plannedTables.contains(where: { catalog.tables[$0].rowSecurityEnabled })
      else { return nil }
      return true
    } catch {
      return nil
    }
  }

  /// Something that plans depend on may have changed.
  public func noteInvalidation() { variables.invalidations += 1 }
}
