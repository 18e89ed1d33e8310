/// Makes an input out of the seeds: tokens dropped, doubled, swapped and replaced, statements of
/// several scripts mixed, values made extreme, expressions nested, bytes spoilt.
struct FuzzMutator {
  struct Input {
    var target: FuzzTarget
    var bytes: [UInt8]
  }

  private let seeds: FuzzSeeds
  private var dice: Dice

  init(_ seeds: FuzzSeeds, _ dice: Dice) { (self.seeds, self.dice) = (seeds, dice) }

  mutating func input() -> Input {
    let target: FuzzTarget =
      switch dice.roll(10) {
      case 0...3: .reader
      case 4...7: .session
      case 8: .cases
      default: .plan
      }
    var tokens = start(target)
    for _ in 0..<(1 + dice.roll(6)) { mutate(&tokens, target) }
    var bytes = Array(tokens.joined().utf8)
    if dice.roll(8) == 0 { spoil(&bytes) }
    return Input(target: target, bytes: bytes)
  }

  private mutating func start(_ target: FuzzTarget) -> [String] {
    switch target {
    case .cases: return FuzzSeeds.tokens(FuzzSeeds.cases)
    case .plan: return FuzzSeeds.tokens(FuzzSeeds.plan)
    case .reader, .session:
      if dice.roll(2) == 0, let whole = dice.pick(seeds.wholes) { return whole }
      // Definitions first, then a handful of statements in any order.
      var tokens = dice.roll(4) == 0 ? [] : seeds.opening
      for _ in 0..<(1 + dice.roll(12)) { tokens += dice.pick(seeds.statements) ?? [] }
      return tokens
    }
  }

  private mutating func mutate(_ tokens: inout [String], _ target: FuzzTarget) {
    guard !tokens.isEmpty else { return }
    let place = dice.roll(tokens.count)
    switch dice.roll(11) {
    case 0: tokens.remove(at: place)
    case 1: tokens.insert(tokens[place], at: place)
    case 2: tokens.swapAt(place, dice.roll(tokens.count))
    case 3: tokens[place] = tokens[dice.roll(tokens.count)]
    case 4, 5: tokens[place] = word(target)
    case 6: tokens.insert(word(target), at: place)
    case 7:
      let end = min(tokens.count, place + 1 + dice.roll(12))
      tokens.removeSubrange(place..<end)
    case 8:
      let end = min(tokens.count, place + 1 + dice.roll(12))
      let copy = Array(tokens[place..<end])
      let times = 1 + dice.roll(dice.roll(20) == 0 ? 300 : 4)
      tokens.insert(contentsOf: (0..<times).flatMap { _ in copy }, at: dice.roll(tokens.count))
    case 9:
      let end = min(tokens.count, place + 1 + dice.roll(8))
      let depth = 1 + dice.roll(dice.roll(10) == 0 ? 400 : 6)
      let (open, close) =
        dice.pick([("(", ")"), ("[", "]"), ("{", "}"), ("(SELECT ", ")"), ("NOT (", ")")]) ?? (
          "(", ")"
        )
      tokens.insert(contentsOf: Array(repeating: close, count: depth), at: end)
      tokens.insert(contentsOf: Array(repeating: open, count: depth), at: place)
    default:
      guard let other = dice.pick(seeds.statements), !other.isEmpty else { return }
      let from = dice.roll(other.count)
      let end = min(other.count, from + 1 + dice.roll(15))
      tokens.insert(contentsOf: other[from..<end], at: place)
    }
  }

  private mutating func word(_ target: FuzzTarget) -> String {
    let words = target == .cases || target == .plan ? FuzzSeeds.documentWords : seeds.words
    return dice.roll(3) == 0
      ? dice.pick(FuzzSeeds.extremes) ?? "" : dice.pick(words) ?? ""
  }

  private mutating func spoil(_ bytes: inout [UInt8]) {
    for _ in 0..<(1 + dice.roll(4)) where !bytes.isEmpty {
      let place = dice.roll(bytes.count)
      switch dice.roll(3) {
      case 0: bytes[place] = UInt8(dice.roll(256))
      case 1: bytes.insert(dice.pick([0, 0xFF, 0xC3, 0xE2, 0x27, 0x24, 0x5C]) ?? 0, at: place)
      default: bytes.removeSubrange(place..<min(bytes.count, place + 1 + dice.roll(20)))
      }
    }
  }
}
