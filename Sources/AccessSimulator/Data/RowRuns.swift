/// The rows of each code of a column: those of one stand together, in order.
struct RowRuns {
  /// Where each code's rows start in `positions`; then the end of the last.
  private let starts: [UInt32]
  /// One run after the other: an array for each code would cost more than the rest.
  private let positions: [UInt32]

  /// `codes`: by row; rows with 0 are left out. All are less than `codeCount`.
  init(_ codes: [UInt32], codeCount: Int) {
    var starts = [UInt32](repeating: 0, count: codeCount + 1)
    for code in codes { starts[Int(code)] &+= 1 }
    var next: UInt32 = 0
    starts[0] = 0
    for code in starts.indices { (starts[code], next) = (next, next &+ starts[code]) }
    var ends = starts
    var positions = [UInt32](repeating: 0, count: Int(next))
    for (position, code) in codes.enumerated() where code > 0 {
      positions[Int(ends[Int(code)])] = UInt32(truncatingIfNeeded: position)
      ends[Int(code)] &+= 1
    }
    (self.starts, self.positions) = (starts, positions)
  }

  /// One more than the largest code.
  var codeCount: Int { starts.count - 1 }

  /// How many rows have a code.
  var count: Int { positions.count }

  /// The rows of a code, in order; none for 0.
  subscript(code: UInt32) -> ArraySlice<UInt32> {
    guard code > 0, Int(code) < codeCount else { return [] }
    return positions[Int(starts[Int(code)])..<Int(starts[Int(code) + 1])]
  }
}
