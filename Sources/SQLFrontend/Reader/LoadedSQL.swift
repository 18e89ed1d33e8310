public import AccessModel

/// What SQL files make of a database, and what of them was read.
public struct LoadedSQL: Sendable {
  /// What the statements made, with the platform's objects that they rely on.
  public var catalog: Catalog
  /// Errors: syntax, and what PostgreSQL would refuse. Warnings: what was not read.
  public var diagnostics: [Diagnostic]
  public var counts: Counts
  /// The platform whose objects were there from the start: `supabase`, or `postgres`.
  public var platform: String
  /// What of the files makes rows.
  public var rows: RowStatements

  /// Statements by what became of them; they add up to `total`.
  public struct Counts: Hashable, Sendable {
    /// Applied in full, or of no consequence to access.
    public var read = 0
    /// Statements that read or change rows: INSERT, SELECT, COPY, ….
    public var data = 0
    /// Not applied, or only in part; each has a warning.
    public var unread = 0
    /// What PostgreSQL would refuse; each has an error.
    public var refused = 0

    public var total: Int { read + data + unread + refused }

    public init() {}
  }
}
