import AccessModel
import Foundation

/// Runs a migration's statements on a server: all of them, or none.
///
/// One transaction holds everything. An advisory lock makes two runs wait for each other; the
/// catalog must be as it was when the statements were planned; before it is committed, what the
/// statements made is looked at; a lock that somebody else holds is waited for a little, and tried
/// again. A process that is killed or a connection that breaks leaves the database as it was: the
/// server rolls back what was not committed. Nothing of it outlives the transaction, so that it
/// works through a pooler.
///
/// ```swift
/// let run = MigrationRun(connection, statements: texts, planned: snapshot)
/// let outcome = try run.run { connection in try differences(connection) }
/// ```
public struct MigrationRun {
  /// How long to wait for others, in seconds.
  public struct Limits: Hashable, Sendable {
    /// For a lock on an object: `lock_timeout`.
    public var lock = 5
    /// For one statement: `statement_timeout`.
    public var statement = 60
    /// For another run of a migration.
    public var queue = 600
    /// How often it is tried where a lock is held.
    public var attempts = 4

    public init() {}
  }

  /// How it ended.
  public enum Outcome: Hashable, Sendable {
    case applied
    /// Another run, waited for, has done all of it.
    case nothingToDo
    /// The catalog is not as it was in planning; lines of the snapshots that differ. Nothing was done.
    case changedMeanwhile([String])
    /// What the statements made is not what was planned; nothing was done.
    case notAsPlanned([String])
  }

  /// The key of the advisory lock: "rowkeep" in ASCII.
  static let lockKey: Int64 = 0x72_6F_77_6B_65_65_70

  private let connection: Connection
  private let statements: [String]
  private let planned: CatalogSnapshot
  /// How long to wait for others.
  public var limits = Limits()
  /// Told what is going on, for people.
  public var progress: (String) -> Void = { _ in }

  /// `planned`: the catalog for which the statements were planned.
  public init(_ connection: Connection, statements: [String], planned: CatalogSnapshot) {
    (self.connection, self.statements, self.planned) = (connection, statements, planned)
  }

  /// Applies the statements. `differences` says, inside the transaction, what is not as it is to be;
  /// empty: all is done. Throws `LivePostgresError`: `locked`, `migrationRefused`, `connectionLost`.
  public func run(_ differences: (Connection) throws -> [String]) throws -> Outcome {
    for attempt in 1...max(limits.attempts, 1) {
      do {
        return try once(differences)
      } catch let error as PostgresError {
        _ = try? connection.execute("ROLLBACK")
        guard Self.isPassing(error) else { throw Self.refused(error) }
        guard attempt < limits.attempts else { throw Self.locked(error, attempts: attempt) }
        progress("A lock is held by another session; trying again (\(attempt))…")
        Thread.sleep(forTimeInterval: Double(attempt) * 0.5)
      } catch {
        _ = try? connection.execute("ROLLBACK")
        throw error
      }
    }
    return .nothingToDo
  }

  private func once(_ differences: (Connection) throws -> [String]) throws -> Outcome {
    try connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    try connection.execute(
      "SET LOCAL lock_timeout = \(limits.queue * 1000); SET LOCAL statement_timeout = 0; "
        + "SET LOCAL idle_in_transaction_session_timeout = 0")
    try connection.execute("SELECT pg_advisory_xact_lock(\(Self.lockKey))")
    try connection.execute(
      "SET LOCAL lock_timeout = \(limits.lock * 1000); "
        + "SET LOCAL statement_timeout = \(limits.statement * 1000)")
    let changed = try planned.difference(to: CatalogSnapshot(of: connection))
    guard changed.isEmpty else {
      let isDone = try differences(connection).isEmpty
      try connection.execute("ROLLBACK")
      return isDone ? .nothingToDo : .changedMeanwhile(changed)
    }
    for statement in statements { try connection.query(statement) }
    let wrong = try differences(connection)
    guard wrong.isEmpty else {
      try connection.execute("ROLLBACK")
      return .notAsPlanned(wrong)
    }
    do {
      try connection.execute("COMMIT")
    } catch let error as LivePostgresError {
      throw LivePostgresError(
        .connectionLost, "\(error.problem), while it was being committed",
        help: "it has been applied in full or not at all: `plan-migration` tells which")
    }
    return .applied
  }

  /// A lock that somebody holds, or a deadlock, may be gone the next time.
  private static func isPassing(_ error: PostgresError) -> Bool {
    ["55P03", "40P01"].contains(error.sqlState.rawValue)
  }

  private static func locked(_ error: PostgresError, attempts: Int) -> LivePostgresError {
    LivePostgresError(
      .locked,
      "another session holds a lock that is needed; tried \(attempts) times, and nothing "
        + "was changed: \(error.message)",
      help: "end long transactions (see pg_stat_activity), or give a longer `--lock-timeout`",
      cause: error)
  }

  private static func refused(_ error: PostgresError) -> LivePostgresError {
    LivePostgresError(
      .migrationRefused,
      "the server refuses the migration, and nothing was changed: "
        + "\(error.message)",
      help: error.sqlState.rawValue == "57014"
        ? "give a longer `--statement-timeout`"
        : error.hint ?? "see `--dry-run` for the statements",
      cause: error)
  }
}
