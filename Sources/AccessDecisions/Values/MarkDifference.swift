import AccessFixtures
import AccessModel

/// Whether answers depend on values that they do not show: what other marks in the same cells change.
///
/// Both sets of marks are alike in order and in being equal to nothing else, so that comparing and
/// counting give the same.
struct MarkDifference {
  let truth: RelationRows
  let columns: [String]
  let keys: Set<String>
  let engine: any MarkableEngine
  /// Those that `answers` were given with.
  let marks: ValueMarks
  let answers: [DoorAnswer]

  enum Finding {
    case none
    /// The same marks give something else, too.
    case volatile
    /// A row whose values count, and which of them do.
    case cell(row: Int, columns: Set<String>)
  }

  func found() throws -> Finding {
    let cells = marks.marked
    guard try differs(cells) else { return .none }
    if try differs([]) { return .volatile }
    var rows = Array(Set(cells.map(\.row))).sorted()
    // Half of the rows, as long as these make a difference.
    while rows.count > 1 {
      let half = Array(rows.prefix(rows.count / 2))
      let kept = Set(half)
      rows =
        try differs(cells.filter { kept.contains($0.row) })
        ? half : Array(rows.suffix(rows.count - half.count))
    }
    guard let row = rows.first else { return .none }
    var names: Set<String> = []
    for column in Set(cells.map(\.column)) where try differs(cells.filter { $0.column == column }) {
      names.insert(column)
    }
    return .cell(row: row, columns: names)
  }

  /// Whether other marks in `cells` give other answers.
  private func differs(_ cells: Set<ValueMarks.Cell>) throws -> Bool {
    let others = ValueMarks(
      truth, columns: columns, of: marks.rowsMarked, keeping: keys, second: cells.contains)
    guard let engine = engine.replacing(others.rows) else { return false }
    for answer in answers
    where !answer.isRefused && !answer.probe.parameterSets.joined().contains(where: isMark) {
      let outcomes = try engine.ask(answer.probe, as: answer.asker)
      if outcomes.map(Self.comparable) != answer.outcomes.map(Self.comparable) { return true }
    }
    return false
  }

  /// A question that has marks in it asks something else of other marks.
  private func isMark(_ value: String?) -> Bool {
    value.map { !marks.cells(in: $0).isEmpty } ?? false
  }

  /// Rows in any order; errors by what they say.
  private static func comparable(_ outcome: Outcome) -> [[String?]] {
    switch outcome {
    case .completed(let completion):
      completion.rows.sorted { left, right in
        left.lexicographicallyPrecedes(right) { ($0 ?? "") < ($1 ?? "") }
      }
    case .refused(let error, _): [[error.sqlState.rawValue, error.message]]
    case .undecided: []
    }
  }
}
