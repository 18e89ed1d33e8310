import SQLBinding

/// What a statement did to a row: the row as it was and as it has become, either of which may be
/// missing.
struct RowChange {
  var old: Row?
  var new: Row?
  /// Where it is stored now, if that is not where it was.
  var table: Int?
  /// What MERGE calls it.
  var action: String?

  /// Puts OLD, NEW and what there is to know of them where RETURNING looks for them. RULES 51.
  func show(in frame: Frame, at numbers: BoundReturnedRows) {
    while frame.rows.count <= numbers.facts {
      frame.rows.append([])
      frame.positions.append(0)
    }
    let nothing = Row(repeating: .null, count: (new ?? old ?? []).count)
    frame.rows[numbers.old] = old ?? nothing
    frame.rows[numbers.new] = new ?? nothing
    frame.rows[numbers.facts] = [
      .boolean(old != nil), .boolean(new != nil), action.map { .text(Text($0)) } ?? .null,
    ]
  }
}
