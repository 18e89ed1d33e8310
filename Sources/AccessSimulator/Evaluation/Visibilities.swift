/// Which rows are known to be visible, or not to be.
struct Visibilities {
  private let count: Int
  /// By row: `Truth.yes`, `.no` or `.open`.
  private var all: [UInt8] = []
  /// Where a statement asks of a few rows of many.
  private var few: [Int: Bool] = [:]
  /// How many were found one by one.
  private(set) var found = 0

  init(count: Int) { self.count = count }

  subscript(position: Int) -> Bool? {
    get {
      guard !all.isEmpty else { return few[position] }
      let truth = all[position]
      return truth == Truth.open ? nil : truth == Truth.yes
    }
    set {
      guard let newValue else { return }
      found += 1
      if all.isEmpty {
        guard few.count >= count / 64 else {
          few[position] = newValue
          return
        }
        spread()
      }
      all[position] = newValue ? Truth.yes : Truth.no
    }
  }

  private mutating func spread() {
    all = [UInt8](repeating: Truth.open, count: count)
    for (position, isVisible) in few { all[position] = isVisible ? Truth.yes : Truth.no }
    few = [:]
  }

  /// All at once, by row.
  mutating func take(_ truths: [UInt8]) { (all, few) = (truths, [:]) }

  /// Whether nothing is known of a row.
  var isAnyOpen: Bool { all.isEmpty ? few.count < count : all.contains(Truth.open) }

  var visibleCount: Int {
    if all.isEmpty { return few.count { $0.value } }
    return all.withUnsafeBufferPointer { all in
      var count = 0
      for truth in all { count &+= truth == Truth.yes ? 1 : 0 }
      return count
    }
  }
}
