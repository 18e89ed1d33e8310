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

  /// Asked is about the rows that are there: nothing is loaded, and nothing can be written.
  public var keepsRows = false
  /// The roles that identities act as. The user must be able to take each.
  public var roles: [String] = []
  /// The plan's role that bypasses row security, as which rows are counted. Where the user may not
  /// take it, another that bypasses stands for it.
  public var administrator: String?

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

extension ServerContents {
  /// What a database has already: with rows of fixtures, which its tables must be free of, or with
  /// the rows that are there if `rows` is nil.
  public static func existing(
    _ catalog: Catalog, rows: [TableRows]?, roles: [String], administrator: String
  ) -> ServerContents {
    var contents = ServerContents(catalog: catalog, rows: rows ?? [])
    contents.keepsRows = rows == nil
    contents.roles = roles
    contents.administrator = administrator
    return contents
  }
}
