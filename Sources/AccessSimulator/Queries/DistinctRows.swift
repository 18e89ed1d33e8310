import AccessModel
import SQLBinding

/// Rows that are told apart, those of DISTINCT or the keys of groups, in the order in which they come
/// out.
final class DistinctRows {
  private let ordering: GroupOrder
  private let types: [DataType]
  /// Nil: they are not hashed, or not in a way that is known.
  private var table: GroupTable?
  private var count = 0

  init(_ ordering: GroupOrder, _ types: [DataType]) {
    (self.ordering, self.types) = (ordering, types)
    if case .hashed(let expected, _) = ordering { table = GroupTable(expecting: expected) }
  }

  /// `isNew`: none before it was the same.
  func note(_ row: [SQLValue], isNew: Bool) {
    guard isNew else {
      table?.find()
      return
    }
    if case .hashed(_, let keys) = ordering, table != nil {
      if let hash = GroupTable.hash(keys.map { row[$0] }, keys.map { types[$0] }) {
        table?.insert(count, hash)
      } else {
        table = nil
      }
    }
    count += 1
  }

  /// The places of the new rows.
  func order(_ rows: [[SQLValue]]) -> [Int] {
    if let table { return table.order }
    guard case .sorted(let order) = ordering else { return Array(rows.indices) }
    let sorted = try? TupleSort.sorted(rows.count, by: order, "rows") { place in
      order.compactMap(\.groupKey).map { rows[place][$0] }
    }
    return sorted ?? Array(rows.indices)
  }
}
