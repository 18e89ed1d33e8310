/// Where RETURNING finds the row as it was and as it has become, for OLD and NEW and what MERGE did:
/// three sources behind those of the statement.
///
/// OLD and NEW have the columns of the statement's target, all NULL where there is no such row.
public struct BoundReturnedRows: Hashable, Sendable {
  public let old: Int
  public var new: Int { old + 1 }
  /// Its columns are those of `Fact`.
  public var facts: Int { old + 2 }

  public enum Fact: Int, CaseIterable, Sendable {
    /// Boolean: whether there is such a row.
    case hasOld, hasNew
    /// Text: `INSERT`, `UPDATE` or `DELETE`.
    case mergeAction
  }

  public init(after sources: Int) { old = sources }

  /// A fact, `level` queries further in.
  public func fact(_ fact: Fact, level: Int = 0) -> BoundExpression {
    .column(
      ColumnPosition(level: level, source: facts, column: fact.rawValue),
      fact == .mergeAction ? .text : .boolean)
  }
}
