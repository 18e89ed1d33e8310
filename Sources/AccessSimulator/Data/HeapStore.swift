import AccessModel
import SQLBinding

/// How far the first page of each table is filled. No transaction takes it back: rows that were
/// written keep their items when they are removed or rolled back.
///
/// Items are told only for as long as nothing can have made room for others: all rows ever written fit
/// on the page with much to spare, so that no query prunes it, and too few are dead for autovacuum, as
/// its thresholds are by default.
///
/// Source: `heap_page_prune_opt()` in `pruneheap.c`, `relation_needs_vacanalyze()` in `autovacuum.c`.
struct HeapStore {
  private struct Heap {
    var items = 0
    var bytes = 0
    var isOpen = true
  }

  private var heaps: [Heap] = []

  /// Less than a page, 8 kB, by more than the tenth that makes queries prune it.
  private static let mostBytes = 7_000
  /// `autovacuum_vacuum_threshold`.
  private static let mostDead = 50

  /// A new, empty table.
  mutating func create() -> Int {
    heaps.append(Heap())
    return heaps.count - 1
  }

  /// The item that a row comes to have; nil: it is not known. `live`: how many rows there are.
  mutating func add(_ row: Row, to heap: Int?, live: Int) -> UInt16? {
    guard let heap, heaps.indices.contains(heap), heaps[heap].isOpen else { return nil }
    guard let size = Self.mostBytes(of: row) else {
      close(heap)
      return nil
    }
    heaps[heap].items += 1
    heaps[heap].bytes += size
    guard heaps[heap].bytes <= Self.mostBytes, heaps[heap].items - live <= Self.mostDead else {
      close(heap)
      return nil
    }
    return UInt16(heaps[heap].items)
  }

  /// How many items a table of one page has, those of removed rows too; nil: not known.
  func items(of heap: Int?) -> Int? {
    guard let heap, heaps.indices.contains(heap), heaps[heap].isOpen else { return nil }
    return heaps[heap].items
  }

  /// Where further rows come to stand is not known.
  mutating func close(_ heap: Int?) {
    guard let heap, heaps.indices.contains(heap) else { return }
    heaps[heap].isOpen = false
  }

  mutating func closeAll() { for heap in heaps.indices { heaps[heap].isOpen = false } }

  /// No row takes more, with its item and all that aligns it; nil for values of unknown size.
  ///
  /// Source: `heap_compute_data_size()` in `src/backend/access/common/heaptuple.c`.
  private static func mostBytes(of row: Row) -> Int? {
    var result = 48 + row.count / 8
    for value in row {
      switch value {
      case .null: break
      case .boolean, .integer, .double, .date, .time, .timestamp, .uuid, .interval, .enumeration:
        result += 24
      case .text(let text): result += 16 + text.string.utf8.count
      case .numeric(let number): result += 24 + number.description.utf8.count
      case .bytes(let bytes): result += 16 + bytes.count
      default: return nil
      }
    }
    return result
  }
}
