import AccessFixtures
public import AccessModel

/// A change of one row that somebody has made before a question is asked.
public struct RowChange: Hashable, Sendable {
  /// The statement, which changes one row and gives back all of it as it has become.
  public var probe: Probe
  /// Who made it.
  public var identity: Identity
  /// The table.
  var relation: QualifiedName
  /// The row before, by columns that tell it from others; nil for an INSERT.
  var old: [ColumnValue]?

  init(
    _ probe: Probe, by identity: Identity, on relation: QualifiedName, old: [ColumnValue]? = nil
  ) {
    self.probe = probe
    self.identity = identity
    self.relation = relation
    self.old = old
  }

  /// Whether `row`, of `columns`, is the row before.
  func isOld(_ row: [String?], _ columns: [String]) -> Bool {
    guard let old else { return false }
    return old.allSatisfy { value in
      columns.firstIndex(of: value.column).map { row[$0] == value.value } ?? false
    }
  }
}
