/// Numbers that one seed and one input's number always give again.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64, _ number: Int) {
    state =
      seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: number) &* 0xBF58_476D_1CE4_E5B9
    _ = roll(2)
  }

  /// Below `sides`; 0 if there are none. SplitMix64.
  mutating func roll(_ sides: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return sides > 0 ? Int(mixed % UInt64(sides)) : 0
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[roll(elements.count)]
  }
}
