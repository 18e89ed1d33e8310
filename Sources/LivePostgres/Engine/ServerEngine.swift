public import AccessDecisions
public import AccessModel

/// Answers probes by asking a PostgreSQL server, in one transaction that is never committed.
///
/// The transaction makes the catalog, loads the rows, and then takes the part of each identity with
/// SET LOCAL ROLE and `request.jwt.claims`. Every probe runs under a savepoint and is undone, so
/// the server, scratch or not, is left as it was.
///
/// What a transaction cannot undo is kept out: statements that would end it are refused, and
/// sequences are restarted in it first, which gives them storage that goes with the transaction.
///
/// ```swift
/// let server = try ScratchServer()
/// let engine = try ServerEngine(server.connect(), contents: contents) { $0.sqlText }
/// let outcomes = try engine.ask(probe, as: visitor)
/// ```
public final class ServerEngine: DecisionEngine {
  /// `PostgreSQL 15.18`.
  public let name: String
  let connection: Connection
  let sqlText: (SQLStatement) -> String
  /// SQL that puts all sequences back to where they stood after loading, or nil without any.
  let resetSequences: String?
  var typeNumbers: [TypeName: UInt32] = [:]
  /// Roles that others stand for: the plan's administrator, where the user may not be it.
  private(set) var substitutes: [String: String] = [:]
  /// Whether the user that connected is subject to no policy. Answers do not depend on it: they are
  /// asked as the identities' roles.
  public private(set) var userBypassesRowSecurity = false

  /// Opens the transaction and loads `contents`; `sqlText` writes the statements of probes.
  ///
  /// Throws `LivePostgresError`: `unsupportedVersion`, `connectionBusy`, `tableHoldsRows`,
  /// `notAllowed` (also where the user may not act as a role of `contents`, with the grant that is
  /// missing), `locked`, `migrationRefused`, `rowsRefused`, `connectionLost`.
  public init(
    _ connection: Connection, contents: ServerContents,
    sqlText: @escaping (SQLStatement) -> String
  ) throws {
    try connection.serverVersion.requireSupported()
    guard !connection.isInTransaction else {
      throw LivePostgresError(
        .connectionBusy, "the connection is in a transaction already",
        help: "finish the other engine first, or use another connection")
    }
    self.connection = connection
    self.sqlText = sqlText
    name = "PostgreSQL \(connection.serverVersion)"
    let loader = ServerLoader(connection: connection, contents: contents)
    do {
      resetSequences = try loader.load()
      let access = try RoleAccess(connection)
      userBypassesRowSecurity = access.userBypassesRowSecurity
      try access.require(contents.roles)
      if let administrator = contents.administrator {
        substitutes[administrator] = try access.administrator(like: administrator)
      }
    } catch {
      _ = try? connection.execute("ROLLBACK")
      throw error
    }
  }

  deinit { try? finish() }

  /// Rolls everything back; the connection can be used again, the engine cannot.
  public func finish() throws {
    guard connection.isInTransaction else { return }
    try connection.execute("ROLLBACK")
  }
}
