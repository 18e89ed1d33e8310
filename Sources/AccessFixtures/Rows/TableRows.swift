public import AccessModel

/// Rows of one table as text, each value as psql would print it; nil is NULL.
public struct TableRows: Hashable, Sendable {
  /// One row.
  public struct Row: Hashable, Sendable {
    /// As many as `columns`.
    public var values: [String?]
    /// Where it was written.
    public var place: SourcePlace?

    /// A row of as many values as there are columns.
    public init(_ values: [String?], at place: SourcePlace? = nil) {
      self.values = values
      self.place = place
    }
  }

  /// The table.
  public var table: QualifiedName
  /// The columns given, in the file's order. Others get their defaults.
  public var columns: [String]
  /// In the file's order.
  public var rows: [Row]

  /// Rows of a table.
  public init(_ table: QualifiedName, columns: [String], rows: [Row]) {
    self.table = table
    self.columns = columns
    self.rows = rows
  }
}
