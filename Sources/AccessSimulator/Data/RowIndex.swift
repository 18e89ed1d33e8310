import SQLBinding

/// Positions of rows by the value of one column; NULLs are left out, as `=` never finds them.
final class RowIndex {
  /// Which of the runs in `positions` holds a value's rows.
  private let groups: [SQLValue: Int]
  /// Where each run starts, and the end of the last.
  private let starts: [Int]
  /// Rows in order, one run after the other: an array for each value would cost more than the rest.
  private let positions: [Int]

  init(_ rows: [Row], column: Int) {
    var groups: [SQLValue: Int] = [:]
    groups.reserveCapacity(rows.count)
    var groupOfRow: [Int] = []
    groupOfRow.reserveCapacity(rows.count)
    var starts = [0]
    for row in rows {
      guard row.count > column, !row[column].isNull else {
        groupOfRow.append(-1)
        continue
      }
      let group = Self.group(&groups[row[column]], next: starts.count - 1)
      if group == starts.count - 1 { starts.append(0) }
      starts[group + 1] += 1
      groupOfRow.append(group)
    }
    for group in 1..<max(1, starts.count) { starts[group] += starts[group - 1] }
    var next = starts
    var positions = [Int](repeating: 0, count: starts.last ?? 0)
    for (position, group) in groupOfRow.enumerated() where group >= 0 {
      positions[next[group]] = position
      next[group] += 1
    }
    (self.groups, self.starts, self.positions) = (groups, starts, positions)
  }

  /// The group known for a value, or a new one: in one search for both.
  private static func group(_ known: inout Int?, next: Int) -> Int {
    let group = known ?? next
    known = group
    return group
  }

  subscript(value: SQLValue) -> ArraySlice<Int> {
    guard !value.isNull, let group = groups[value] else { return [] }
    return positions[starts[group]..<starts[group + 1]]
  }
}
