import AccessModel

extension Catalog.Sequence {
  /// What numbers come of a sequence, but for its type.
  struct Counting: Equatable {
    let increment: Int64
    let start: Int64?
    let minimum: Int64?
    let maximum: Int64?
    let cycles: Bool
    let cache: Int64

    init(_ sequence: Catalog.Sequence?) {
      increment = sequence?.increment ?? 1
      let isRising = increment > 0
      minimum = sequence?.minimum ?? (isRising ? 1 : nil)
      maximum = sequence?.maximum ?? (isRising ? nil : -1)
      start = sequence?.start ?? (isRising ? minimum : maximum)
      cycles = sequence?.cycles ?? false
      cache = sequence?.cache ?? 1
    }
  }

  func counts(as other: Self) -> Bool { Counting(self) == Counting(other) }

  /// Takes the other's numbers, and its type.
  mutating func count(as other: Self) {
    type = other.type
    guard !counts(as: other) else { return }
    (increment, start, cycles) = (other.increment, other.start, other.cycles)
    (minimum, maximum, cache) = (other.minimum, other.maximum, other.cache)
  }
}
