import SQLBinding

/// Positions of rows by the value of one column; NULLs are left out, as `=` never finds them.
final class RowIndex {
  /// Which of the runs in `positions` holds a value's rows.
  private let groups: [SQLValue: Int]
  /// Where each run starts, and the end of the last.
  private let starts: [Int]
  /// Rows in order, one run after the other: an array for each value would cost more than the rest.
  private let positions: [Int]
  /// Rows added since, by value, each list in order.
  private var later: [SQLValue: [Int]] = [:]
  private var laterCount = 0
  /// Every row before this place is known.
  private(set) var count: Int

  init(_ rows: some RandomAccessCollection<Row>, column: Int) {
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
    count = rows.count
  }

  /// The group known for a value, or a new one: in one search for both.
  private static func group(_ known: inout Int?, next: Int) -> Int {
    let group = known ?? next
    known = group
    return group
  }

  /// Whether there may be positions whose rows have other values by now.
  var isAmended: Bool { laterCount > 0 }

  /// So much has been added that it is better made anew.
  var isLopsided: Bool { laterCount > 1_024 && laterCount > positions.count }

  func add(_ row: Row, _ column: Int, at position: Int) {
    count = max(count, position + 1)
    guard row.count > column, !row[column].isNull else { return }
    laterCount += 1
    if isKnown(position, among: run(row[column])) { return }
    Self.insert(position, into: &later[row[column], default: []])
  }

  private func run(_ value: SQLValue) -> ArraySlice<Int> {
    groups[value].map { positions[starts[$0]..<starts[$0 + 1]] } ?? []
  }

  private func isKnown(_ position: Int, among run: ArraySlice<Int>) -> Bool {
    var (low, high) = (run.startIndex, run.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if run[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low < run.endIndex && run[low] == position
  }

  private static func insert(_ position: Int, into list: inout [Int]) {
    var place = list.count
    while place > 0, list[place - 1] > position { place -= 1 }
    if place > 0, list[place - 1] == position { return }
    list.insert(position, at: place)
  }

  subscript(value: SQLValue) -> ArraySlice<Int> {
    guard !value.isNull else { return [] }
    let first = run(value)
    guard laterCount > 0, let others = later[value] else { return first }
    guard let last = first.last else { return others[...] }
    if let next = others.first, next > last { return (first + others)[...] }
    return Set(first).union(others).sorted()[...]
  }
}
