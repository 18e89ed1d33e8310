import AccessModel
import SQLBinding

/// Escapes that stand for characters, and brackets.
extension RegularExpressionParser {
  /// The characters of an escape, whose backslash is read. Source: `lexescape()`.
  mutating func escapedSet(_ scalar: Unicode.Scalar) throws(EngineFailure) -> ScalarSet {
    switch scalar {
    case "d": return .digit
    case "D": return ScalarSet.digit.negated
    case "s": return .space
    case "S": return ScalarSet.space.negated
    case "w": return .word
    case "W": return ScalarSet.word.negated
    case "a": return ScalarSet("\u{7}")
    case "b": return ScalarSet("\u{8}")
    case "B": return ScalarSet("\\")
    case "e": return ScalarSet("\u{1B}")
    case "f": return ScalarSet("\u{C}")
    case "n": return ScalarSet("\n")
    case "r": return ScalarSet("\r")
    case "t": return ScalarSet("\t")
    case "v": return ScalarSet("\u{B}")
    case "c":
      guard let next = rest.popFirst() else { throw Self.invalid("invalid escape \\ sequence") }
      return set(of: next.value & 0x1F)
    case "u": return set(of: try digits(radix: 16, 4, 4))
    case "U": return set(of: try digits(radix: 16, 8, 8))
    case "x": return set(of: try digits(radix: 16, 1, 255))
    case "0"..."9":
      rest = ([scalar] + rest)[...]
      let before = rest
      let value = try digits(radix: 8, 1, 3)
      guard value > 0xFF else { return set(of: value) }
      rest = before
      return set(of: try digits(radix: 8, 1, 2))
    default:
      guard scalar.value >= 0x80 || !scalar.properties.isAlphabetic else {
        throw Self.invalid("invalid escape \\ sequence")
      }
      return ScalarSet(scalar)
    }
  }

  private func set(of value: UInt32) -> ScalarSet { ScalarSet(ranges: [value...value]) }

  private mutating func digits(
    radix: Int, _ least: Int, _ most: Int
  ) throws(EngineFailure) -> UInt32 {
    var value: UInt32 = 0
    var count = 0
    while count < most, let next = rest.first, next.value < 0x80,
      let digit = Character(next).hexDigitValue, digit < radix
    {
      guard value <= 0x0FFF_FFFF else { throw Self.invalid("invalid escape \\ sequence") }
      value = value * UInt32(radix) + UInt32(digit)
      count += 1
      rest.removeFirst()
    }
    guard count >= least, value <= 0x7FFF_FFFE else {
      throw Self.invalid("invalid escape \\ sequence")
    }
    return value
  }

  /// What follows `[`, up to its `]`.
  mutating func brackets() throws(EngineFailure) -> ScalarSet {
    var set = ScalarSet(ranges: [])
    if rest.first == "^" {
      set.isNegated = true
      set.excludesNewline = options.stopsAtNewline
      rest.removeFirst()
    }
    var isFirst = true
    while let scalar = rest.first {
      if scalar == "]", !isFirst {
        rest.removeFirst()
        return set
      }
      isFirst = false
      let item = try bracketItem()
      guard rest.first == "-", let after = rest.dropFirst().first, after != "]" else {
        set.ranges += item.positiveRanges
        continue
      }
      rest.removeFirst()
      let last = try bracketItem()
      guard let low = item.only, let high = last.only, low <= high else {
        throw Self.invalid("invalid character range")
      }
      set.ranges.append(low...high)
    }
    throw Self.invalid("brackets [] not balanced")
  }

  private mutating func bracketItem() throws(EngineFailure) -> ScalarSet {
    guard let scalar = rest.popFirst() else { throw Self.invalid("brackets [] not balanced") }
    if scalar == "[", let kind = rest.first, [":", ".", "="].contains(kind) {
      return try namedClass(kind)
    }
    if scalar == "\\" {
      guard let escaped = rest.popFirst() else { throw Self.invalid("invalid escape \\ sequence") }
      if ["A", "Z", "m", "M", "y", "Y"].contains(escaped) {
        throw Self.invalid("invalid escape \\ sequence")
      }
      if ("1"..."9").contains(escaped) { throw unmodelled("`\\\(escaped)` in brackets") }
      return try escapedSet(escaped)
    }
    return ScalarSet(scalar)
  }

  private mutating func namedClass(_ kind: Unicode.Scalar) throws(EngineFailure) -> ScalarSet {
    guard let end = rest.dropFirst().firstIndex(of: kind), rest.index(after: end) < rest.endIndex,
      rest[rest.index(after: end)] == "]"
    else { throw Self.invalid("brackets [] not balanced") }
    let name = String(String.UnicodeScalarView(rest[(rest.startIndex + 1)..<end]))
    rest = rest[(end + 2)...]
    if kind == ":" {
      guard let set = ScalarSet.named(name) else { throw Self.invalid("invalid character class") }
      // Letters of one case are letters of both.
      return options.ignoresCase && (name == "upper" || name == "lower")
        ? ScalarSet(ranges: [0x41...0x5A, 0x61...0x7A]) : set
    }
    guard name.unicodeScalars.count == 1, let scalar = name.unicodeScalars.first else {
      throw unmodelled("a collating element")
    }
    return ScalarSet(scalar)
  }
}

extension ScalarSet {
  /// The one character of the set; nil for more.
  fileprivate var only: UInt32? {
    guard !isNegated, ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }
}
