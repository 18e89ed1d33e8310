/// What a statement gave: its rows as text, and its command tag.
public struct QueryResult: Hashable, Sendable {
  /// Column names, empty for a statement without rows.
  public var columns: [String]
  /// Values in PostgreSQL's text format; nil is NULL.
  public var rows: [[String?]]
  /// `SELECT 3`, `INSERT 0 1`, `CREATE TABLE`.
  public var tag: String
  /// Rows read or changed, as the tag says; 0 where it says nothing.
  public var count: Int

  /// A result with all its parts.
  public init(columns: [String], rows: [[String?]], tag: String, count: Int) {
    self.columns = columns
    self.rows = rows
    self.tag = tag
    self.count = count
  }

  /// The first column of the first row; nil if there is none, or if it is NULL.
  public var firstValue: String? { rows.first?.first ?? nil }
}
