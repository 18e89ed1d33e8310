public import AccessModel

/// Rows of one table as text, each value as psql would print it; nil is NULL.
public struct TableRows: Hashable, Sendable {
  public struct Row: Hashable, Sendable {
    /// As many as `columns`.
    public var values: [String?]
    public var place: SourcePlace?

    public init(_ values: [String?], at place: SourcePlace? = nil) {
      self.values = values
      self.place = place
    }
  }

  public var table: QualifiedName
  /// The columns given, in the file's order. Others get their defaults.
  public var columns: [String]
  public var rows: [Row]

  public init(_ table: QualifiedName, columns: [String], rows: [Row]) {
    self.table = table
    self.columns = columns
    self.rows = rows
  }
}
