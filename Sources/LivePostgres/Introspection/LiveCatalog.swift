public import AccessModel
import SQLFrontend

/// A database that is there, as the model has it.
///
/// It is what `SQLReader` makes of the files that made the database, but for places, and for how
/// PostgreSQL writes expressions: with casts and parentheses, names qualified. Read are roles with
/// memberships and settings, and of every schema that is neither the system's nor a session's:
/// tables, views, sequences, types, functions, policies, constraints, indexes, triggers, rules,
/// grants, default privileges and comments. Not read are rows, and what was granted on the system's
/// own objects.
///
/// Every role may read the system catalogs, so it needs no rights in the database but CONNECT.
/// Source: PostgreSQL manual, 53 "System Catalogs".
///
/// ```swift
/// let live = try LiveCatalog.read(from: Connection("postgres://localhost/app"))
/// live.catalog.tables.count
/// ```
public struct LiveCatalog: Sendable {
  /// The model; objects in the order in which they were made.
  public var catalog: Catalog
  /// What of the definitions could not be read, so that decisions which need it are undecided.
  public var diagnostics: [Diagnostic]
  /// `app`.
  public var database: String
  /// As whom it was read.
  public var role: String
  /// A role that bypasses row security: the one that made the cluster, if it is a superuser still.
  public var administrator: String
  /// The server's.
  public var version: ServerVersion

  /// Reads the database that `connection` is in.
  ///
  /// One transaction, read only, of one snapshot; in an open one, which is left as it was. Throws
  /// `LivePostgresError`: `unsupportedVersion`, `cannotRead`, `notAllowed`, `connectionLost`.
  public static func read(from connection: Connection) throws -> LiveCatalog {
    let version = connection.serverVersion
    try version.requireSupported()
    let texts = TextsAhead(version: version.known)
    let draft = CatalogDraft(try CatalogRows(from: connection, reading: texts), version: version)
    var read = StoredTexts.read(draft.catalog, version: version.known, ahead: texts)
    read.diagnostics += draft.notes.map {
      Diagnostic(.unreadStatement, "not fully read: \($0)", at: nil, severity: .warning)
    }
    LivePlatform.mark(&read.catalog)
    let superusers = read.catalog.roles.filter(\.isSuperuser).map(\.name)
    return LiveCatalog(
      catalog: read.catalog, diagnostics: read.diagnostics,
      database: draft.catalog.database?.name ?? "", role: draft.reader,
      administrator: superusers.first ?? draft.reader, version: version)
  }
}
