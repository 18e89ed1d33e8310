import AccessModel
import SQLBinding

/// Sorts positions as PostgreSQL does in memory: equal ones need not stay as they stand, and where
/// they end up shows.
///
/// Source: `src/include/lib/sort_template.h`, and `tuplesort_heap_insert()` and its kin in
/// `src/backend/utils/sort/tuplesort.c`.
struct TupleSort {
  /// Negative where the first comes before the second.
  private let compare: (Int, Int) -> Int
  private var items: [Int]

  /// `bound`: how many of the first are wanted; nil: all.
  static func sorted(
    _ count: Int, bound: Int? = nil, by compare: @escaping (Int, Int) -> Int
  ) -> [Int] {
    var sort = TupleSort(compare: compare, items: Array(0..<count))
    // Asked for few of many rows, it keeps those alone.
    if let bound, bound < (count + 1) / 2 {
      sort.keepFirst(bound)
    } else {
      sort.sort(0, count)
    }
    return sort.items
  }

  /// Positions of rows, given their keys, in order. `what` is ordered, where that is not known.
  static func sorted(
    _ count: Int, by order: [BoundOrder], _ what: String, keys: (Int) -> [SQLValue]
  ) throws(EngineFailure) -> [Int] {
    let keys = (0..<count).map(keys)
    var isKnown = true
    let result = sorted(count) { first, second in
      for (index, item) in order.enumerated() {
        guard let result = item.compare(keys[first][index], keys[second][index]) else {
          isKnown = false
          return 0
        }
        if result != 0 { return result }
      }
      return 0
    }
    guard isKnown else { throw .undecided(Undecided("the order of \(what) in an aggregate")) }
    return result
  }

  private init(compare: @escaping (Int, Int) -> Int, items: [Int]) {
    (self.compare, self.items) = (compare, items)
  }

  private func order(_ first: Int, _ second: Int) -> Int { compare(items[first], items[second]) }

  // MARK: Quicksort

  private mutating func sort(_ from: Int, _ size: Int) {
    var (start, count) = (from, size)
    while count > 1 {
      let end = start + count
      if (start + 1..<end).allSatisfy({ order($0 - 1, $0) <= 0 }) { return }
      guard count >= 7 else { return insert(start, end) }
      items.swapAt(start, middle(start, count))
      let (before, after) = partition(start, end)
      // The smaller part first, so that it does not go deep.
      if before <= after {
        sort(start, before)
        (start, count) = (end - after, after)
      } else {
        sort(end - after, after)
        count = before
      }
    }
  }

  private mutating func insert(_ start: Int, _ end: Int) {
    for next in start + 1..<end {
      var place = next
      while place > start, order(place - 1, place) > 0 {
        items.swapAt(place, place - 1)
        place -= 1
      }
    }
  }

  private func middle(_ start: Int, _ count: Int) -> Int {
    var (low, middle, high) = (start, start + count / 2, start + count - 1)
    guard count > 7 else { return middle }
    if count > 40 {
      let step = count / 8
      low = median(low, low + step, low + 2 * step)
      middle = median(middle - step, middle, middle + step)
      high = median(high - 2 * step, high - step, high)
    }
    return median(low, middle, high)
  }

  private func median(_ a: Int, _ b: Int, _ c: Int) -> Int {
    if order(a, b) < 0 { return order(b, c) < 0 ? b : order(a, c) < 0 ? c : a }
    return order(b, c) > 0 ? b : order(a, c) < 0 ? a : c
  }

  /// How many are less than the first, and how many greater: those come first, and last.
  private mutating func partition(_ start: Int, _ end: Int) -> (before: Int, after: Int) {
    var (equalLow, low) = (start + 1, start + 1)
    var (equalHigh, high) = (end - 1, end - 1)
    while true {
      while low <= high {
        let order = order(low, start)
        guard order <= 0 else { break }
        if order == 0 {
          items.swapAt(equalLow, low)
          equalLow += 1
        }
        low += 1
      }
      while low <= high {
        let order = order(high, start)
        guard order >= 0 else { break }
        if order == 0 {
          items.swapAt(high, equalHigh)
          equalHigh -= 1
        }
        high -= 1
      }
      if low > high { break }
      items.swapAt(low, high)
      low += 1
      high -= 1
    }
    exchange(start, low, min(equalLow - start, low - equalLow))
    exchange(low, end, min(equalHigh - high, end - equalHigh - 1))
    return (low - equalLow, equalHigh - high)
  }

  /// So many from `first` on with the last ones before `end`.
  private mutating func exchange(_ first: Int, _ end: Int, _ count: Int) {
    for offset in 0..<max(0, count) { items.swapAt(first + offset, end - count + offset) }
  }

  // MARK: Heap

  /// The greatest of those kept is at the root.
  private mutating func keepFirst(_ bound: Int) {
    let all = items
    var heap = TupleSort(compare: { [compare] in -compare($0, $1) }, items: [])
    for item in all {
      if heap.items.count < bound {
        heap.push(item)
      } else if bound > 0, heap.compare(item, heap.items[0]) > 0 {
        heap.replaceRoot(by: item)
      }
    }
    var sorted = heap.items
    while heap.items.count > 1 {
      let root = heap.items[0]
      let last = heap.items.removeLast()
      heap.replaceRoot(by: last)
      sorted[heap.items.count] = root
    }
    if let first = heap.items.first { sorted[0] = first }
    items = sorted
  }

  private mutating func push(_ item: Int) {
    var place = items.count
    items.append(item)
    while place > 0 {
      let above = (place - 1) >> 1
      if compare(item, items[above]) >= 0 { break }
      items[place] = items[above]
      place = above
    }
    items[place] = item
  }

  private mutating func replaceRoot(by item: Int) {
    var hole = 0
    while true {
      var below = 2 * hole + 1
      if below >= items.count { break }
      if below + 1 < items.count, order(below, below + 1) > 0 { below += 1 }
      if compare(item, items[below]) <= 0 { break }
      items[hole] = items[below]
      hole = below
    }
    items[hole] = item
  }
}
