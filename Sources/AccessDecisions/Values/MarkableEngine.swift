public import AccessFixtures

/// An engine that can be had with other rows in one table.
public protocol MarkableEngine: DecisionEngine {
  /// The same catalog and rows, but these in their table; nil if there is no such table.
  func replacing(_ rows: TableRows) -> (any DecisionEngine)?
}
