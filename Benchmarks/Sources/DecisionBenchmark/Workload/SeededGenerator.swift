/// SplitMix64: the same numbers from the same seed, on every machine.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// From 0 up to `bound`, which is at least 1. The standard library may change how it draws from a
  /// range; this does not.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// One element of a list that is not empty.
  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
