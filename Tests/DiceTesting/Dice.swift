/// Reproducible chance: the same seed gives the same throws on every machine. SplitMix64.
public final class Dice {
  private var state: UInt64

  /// Dice that fall as `seed` says.
  public init(seed: UInt64) { state = seed }

  public func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// 0 up to, not including, `limit`.
  public func below(_ limit: Int) -> Int { limit <= 1 ? 0 : Int(next() % UInt64(limit)) }

  public func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  public func chance(_ percent: Int) -> Bool { below(100) < percent }

  public func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  /// Some of the elements, each with the same chance, in order.
  public func some<Element>(_ list: [Element], _ percent: Int) -> [Element] {
    list.filter { _ in chance(percent) }
  }

  public func shuffled<Element>(_ list: [Element]) -> [Element] {
    var result = list
    for index in result.indices.reversed() { result.swapAt(index, below(index + 1)) }
    return result
  }

  /// One of several, each as often as its weight says.
  public func weighted<Element>(_ choices: [(Int, Element)]) -> Element {
    var left = below(choices.reduce(0) { $0 + $1.0 })
    for (weight, choice) in choices {
      left -= weight
      if left < 0 { return choice }
    }
    return choices[0].1
  }
}
