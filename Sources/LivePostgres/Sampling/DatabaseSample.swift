public import AccessFixtures
public import AccessModel

/// What is to be taken of a database.
public struct SampleRequest: Sendable {
  /// The tables, with their foreign keys. The database has them all.
  public var catalog: Catalog
  /// The role of the catalog that row security does not hold for.
  public var administrator: String
  /// Whose rows are to be there.
  public var identities: [Identity]
  /// The columns that hold what a claim says, by the claim's name.
  public var columnsOfClaims: [String: [ColumnName]]
  /// Names of claims that policies read: those that a user's row of `auth.users` gives are added.
  public var wantedClaims: Set<String> = []
  /// At most so many rows of each identity in each table, and as many others.
  public var rows = 50
  /// The same seed takes the same rows of the same data.
  public var seed: UInt64 = 0

  /// A request with what it must say.
  public init(
    _ catalog: Catalog, administrator: String, identities: [Identity],
    columnsOfClaims: [String: [ColumnName]]
  ) {
    self.catalog = catalog
    self.administrator = administrator
    self.identities = identities
    self.columnsOfClaims = columnsOfClaims
  }
}

/// Rows of a database that hang together: each with all that it refers to.
///
/// Taken in one read-only transaction of one snapshot. Of each table come the rows of the identities
/// (those that hold what their claims say, and what refers to such a row if it is a person's), some
/// that the identities can read and some by chance, in an order that the seed gives; then whatever
/// their foreign keys refer to, however much that is.
///
/// ```swift
/// let sample = try DatabaseSample.take(request, from: Connection("postgres://localhost/shop"))
/// sample.tables.map(\.rows)  // as they are: to be masked before they go anywhere
/// ```
public struct DatabaseSample: Sendable {
  /// What came of one table.
  public struct Table: Sendable {
    /// With all columns but generated ones.
    public var rows: TableRows
    /// How many rows came because an identity's claims say so.
    public var ofIdentities = 0
    /// How many were drawn.
    public var drawn = 0
    /// How many came because others refer to them.
    public var referredTo = 0
    /// About how many the database has.
    public var estimate = 0
    /// Drawn from blocks of a large table that chance took, not from all of it.
    public var isByBlocks = false
    /// Of how many rows a value was cut, for it had more than 64 KiB, by column.
    public var cut: [String: Int] = [:]
  }

  /// Those with rows, in the catalog's order.
  public var tables: [Table]
  /// With the claims that `auth.users` has of them.
  public var identities: [Identity]
  /// What the sample is not, in words.
  public var notes: [String]

  /// Takes a sample. The connection must be in no transaction.
  ///
  /// Throws `LivePostgresError`: `notAllowed` where policies would hide rows from the user or a
  /// table may not be read, with what is missing; `cannotRead`; `connectionLost`.
  public static func take(
    _ request: SampleRequest, from connection: Connection
  ) throws -> DatabaseSample {
    try take(request, from: connection) { sample, _ in sample }
  }

  /// As above; `body` may ask more in the sample's transaction, which is rolled back after it.
  public static func take<Value>(
    _ request: SampleRequest, from connection: Connection,
    _ body: (DatabaseSample, Connection) throws -> Value
  ) throws -> Value {
    try connection.serverVersion.requireSupported()
    guard !connection.isInTransaction else {
      throw LivePostgresError(
        .connectionBusy, "the connection is in a transaction already", help: "use another one")
    }
    do {
      try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      defer { _ = try? connection.execute("ROLLBACK") }
      return try body(try RowSampler(request, connection).sample(), connection)
    } catch let error as PostgresError {
      throw LivePostgresError(
        error.sqlState == .insufficientPrivilege ? .notAllowed : .cannotRead,
        "the sample cannot be read: \(error.message) (\(error.sqlState))", help: error.hint ?? "",
        cause: error)
    }
  }
}
