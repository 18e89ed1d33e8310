import AccessModel
import RowSecurity
import SQLBinding

/// Which conditions an index answers: they are asked of no row, and so before all others.
///
/// Source: `match_clause_to_indexcol()` in `src/backend/optimizer/path/indxpath.c`.
struct IndexConditions {
  let source: Int
  let table: FilteredTable
  let session: Session
  /// All that the query asks of the table.
  let conditions: [BoundExpression]

  /// As many rows of a table without statistics are worth an index for a third of them.
  private static let manyRows = 700

  /// Before 17 an index is searched anew for each element of a list.
  private static let fewElements = 4

  private var catalog: Catalog { _read { yield session.catalog.catalog } }
  private var hasManyRows: Bool { (table.expectedRows ?? 0) >= Self.manyRows }

  private func isShort(_ count: Int) -> Bool {
    session.catalog.names.version >= .v17 || count <= Self.fewElements || hasManyRows
  }

  func contains(_ condition: BoundExpression) -> Bool {
    guard !comparesWithName(condition) else { return false }
    switch condition {
    case .compare(.equal, let left, let right, _):
      if isPlace(left) && isFixed(right) || isPlace(right) && isFixed(left) { return true }
      return JoinPlanner.lookup(condition, in: source, catalog)
        .map { table.isIndexed($0.column) } == true
    case .compare(let comparison, _, _, _) where comparison != .notEqual:
      guard let column = comparedColumn(condition), table.isIndexed(column) else { return false }
      // Bounds on both sides leave few.
      let bounds = conditions.filter { isBound($0, of: column) }
      return bounds.count > 1 || hasManyRows
    case .test(let operand, .isNull):
      return JoinPlanner.plainColumn(operand, of: source).map(table.isIndexed) == true
    case .or(let alternatives):
      guard let column = alternatives.first.flatMap(comparedColumn), table.isIndexed(column),
        isShort(alternatives.count)
      else { return false }
      return alternatives.allSatisfy { $0.isEquality && comparedColumn($0) == column }
    case .quantified(.compare(.equal, _), let operand, let array, isAll: false):
      guard let column = JoinPlanner.plainColumn(operand, of: source) else { return false }
      if case .array(let elements, _) = array, !isShort(elements.count) { return false }
      return table.isIndexed(column) && isFixed(array)
    default: return false
    }
  }

  /// `ctid`, by which a row is read alone.
  ///
  /// Source: `TidQualFromRestrictInfo()` in `src/backend/optimizer/path/tidpath.c`.
  private func isPlace(_ value: BoundExpression) -> Bool {
    guard case .column(let position, _) = value else { return false }
    return position.level == 0 && position.source == source
      && position.column == SystemColumn.ctid.rawValue
  }

  /// Whether an index gives rows in another order than that in which they are stored.
  var reordersRows: Bool {
    for condition in conditions where !condition.isEquality && contains(condition) {
      guard let column = comparedColumn(condition) else { continue }
      let keys = table.rows.compactMap { $0.isEmpty ? nil : $0[column] }
      let isSorted = zip(keys, keys.dropFirst()).allSatisfy {
        (SQLValue.compare($0, $1) ?? 0) <= 0
      }
      if !isSorted { return true }
    }
    return false
  }

  /// A `name`, such as CURRENT_USER, has another collation than the indexes of other texts.
  ///
  /// Source: `IndexCollMatchesExprColl()` in `src/backend/optimizer/path/indxpath.c`.
  private func comparesWithName(_ condition: BoundExpression) -> Bool {
    var isFound = false
    condition.forEach { part in
      if case .column = part { return }
      isFound = isFound || part.type == .name
    }
    guard isFound else { return false }
    return !condition.operands.contains { operand in
      if case .column = operand { operand.type == .name } else { false }
    }
  }

  private func isBound(_ condition: BoundExpression, of column: Int) -> Bool {
    guard case .compare(let comparison, _, _, _) = condition,
      comparison != .equal, comparison != .notEqual
    else { return false }
    return comparedColumn(condition) == column
  }

  /// A column of the table that is compared with what is the same for each row.
  private func comparedColumn(_ condition: BoundExpression) -> Int? {
    guard case .compare(_, let left, let right, _) = condition else { return nil }
    for (side, other) in [(left, right), (right, left)] where isFixed(other) {
      if let column = JoinPlanner.plainColumn(side, of: source) { return column }
    }
    return nil
  }

  private func isFixed(_ value: BoundExpression) -> Bool {
    value.sources(atLevel: 0).isEmpty && !value.isVolatile(catalog, inQueries: false)
  }
}
