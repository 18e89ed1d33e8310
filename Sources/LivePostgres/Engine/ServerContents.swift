public import AccessFixtures
public import AccessModel

/// What a server is to hold while it is asked: a catalog as SQL, and rows.
public struct ServerContents: Sendable {
  /// The catalog the statements make. Says which tables must not hold rows already, and which
  /// roles, schemas and functions of the platform the database may lack.
  public var catalog: Catalog
  /// Statements that make the platform's objects; run only if the database lacks one of them.
  /// Those whose object is there already are skipped.
  public var prelude: [String]
  /// The migration, one statement each, without BEGIN and COMMIT.
  public var migration: [String]
  /// The fixtures, in any order.
  public var rows: [TableRows]

  /// Contents with all their parts.
  public init(
    catalog: Catalog, prelude: [String] = [], migration: [String] = [], rows: [TableRows] = []
  ) {
    self.catalog = catalog
    self.prelude = prelude
    self.migration = migration
    self.rows = rows
  }
}
