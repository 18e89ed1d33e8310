/// A set of characters, as brackets and escapes give it. Classes hold ASCII only: collation C.
struct ScalarSet {
  var ranges: [ClosedRange<UInt32>]
  var isNegated = false
  /// A line's end is not in it, whatever else is said.
  var excludesNewline = false

  static let any = ScalarSet(ranges: [0...0x10FFFF])
  static let digit = ScalarSet(ranges: [0x30...0x39])
  static let space = ScalarSet(ranges: [0x20...0x20, 0x09...0x0D])
  static let word = ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

  init(ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
    self.ranges = ranges
    self.isNegated = isNegated
  }

  init(_ scalar: Unicode.Scalar) { self.init(ranges: [scalar.value...scalar.value]) }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    if excludesNewline, scalar == "\n" { return false }
    return ranges.contains { $0.contains(scalar.value) } != isNegated
  }

  /// As if the set held both cases of each of its letters.
  func contains(_ scalar: Unicode.Scalar, ignoringCase: Bool) -> Bool {
    let value = scalar.value
    guard ignoringCase, value < 0x80, (0x41...0x5A).contains(value & 0xDF) else {
      return contains(scalar)
    }
    return ranges.contains { $0.contains(value | 0x20) || $0.contains(value & 0xDF) } != isNegated
  }

  var negated: ScalarSet { ScalarSet(ranges: ranges, isNegated: !isNegated) }

  /// The same without negation.
  var positiveRanges: [ClosedRange<UInt32>] {
    guard isNegated else { return ranges }
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = max(next, range.upperBound + 1)
    }
    if next <= 0x10FFFF { result.append(next...0x10FFFF) }
    return result
  }

  /// `[:name:]`; nil for no class.
  static func named(_ name: String) -> ScalarSet? {
    switch name {
    case "alpha": ScalarSet(ranges: [0x41...0x5A, 0x61...0x7A])
    case "digit": .digit
    case "alnum": ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x61...0x7A])
    case "upper": ScalarSet(ranges: [0x41...0x5A])
    case "lower": ScalarSet(ranges: [0x61...0x7A])
    case "space": .space
    case "word": .word
    case "blank": ScalarSet(ranges: [0x20...0x20, 0x09...0x09])
    case "punct": ScalarSet(ranges: [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E])
    case "xdigit": ScalarSet(ranges: [0x30...0x39, 0x41...0x46, 0x61...0x66])
    case "graph": ScalarSet(ranges: [0x21...0x7E])
    case "print": ScalarSet(ranges: [0x20...0x7E])
    case "cntrl": ScalarSet(ranges: [0x00...0x1F, 0x7F...0x7F])
    case "ascii": ScalarSet(ranges: [0x00...0x7F])
    default: nil
    }
  }
}
