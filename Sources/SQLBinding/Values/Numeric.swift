public import BigInt

/// An exact decimal: `unscaled × 10^-scale`, as PostgreSQL's `numeric` with its display scale.
///
/// Source: `src/backend/utils/adt/numeric.c`.
public struct Numeric: Hashable, Comparable, Sendable {
  /// What is no finite number, in the order that PostgreSQL gives them.
  public enum Special: Int, Sendable { case minusInfinity = -1, infinity = 1, nan = 2 }

  /// 0 for what is not finite, like the scale.
  public var unscaled: BigInt
  /// Digits after the point, 0 or more.
  public var scale: Int
  public private(set) var special: Special?

  public static let nan = Numeric(.nan)
  public static let infinity = Numeric(.infinity)
  public static let minusInfinity = Numeric(.minusInfinity)

  private init(_ special: Special) {
    self.init(BigInt(0))
    self.special = special
  }

  public init(_ unscaled: BigInt, scale: Int = 0) {
    self.unscaled = unscaled
    self.scale = scale
  }

  public init(_ integer: Int64) { self.init(BigInt(integer)) }

  /// Most digits accepted on either side of the point; PostgreSQL allows 131072 and 16383.
  public static let maxDigits = 20000

  /// Parses `NaN`, `Infinity`, `-inf` and finite numbers, without white space around.
  public init?(text: String) {
    switch text.lowercased() {
    case "nan": self = .nan
    case "infinity", "+infinity", "inf", "+inf": self = .infinity
    case "-infinity", "-inf": self = .minusInfinity
    default: self.init(parsing: text)
    }
  }

  /// Parses `12`, `-1.50`, `.5`, `1e3`. Nil for anything else.
  public init?(parsing text: String) {
    var digits = "", scale = 0, exponent = 0
    var seenPoint = false, seenDigit = false
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    scan: while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.unicodeScalars.append(Unicode.Scalar(byte))
        seenDigit = true
        if seenPoint { scale += 1 }
      case UInt8(ascii: ".") where !seenPoint: seenPoint = true
      case UInt8(ascii: "e") where seenDigit, UInt8(ascii: "E") where seenDigit:
        guard let value = Int(String(rest.dropFirst()) ?? ""), abs(value) <= Self.maxDigits
        else { return nil }
        exponent = value
        rest = rest[rest.endIndex...]
        break scan
      default: return nil
      }
      rest.removeFirst()
    }
    guard seenDigit, digits.utf8.count <= 2 * Self.maxDigits, let magnitude = BigInt(digits)
    else { return nil }
    self.init(isNegative ? -magnitude : magnitude, scale: scale)
    if exponent > 0 {
      unscaled *= Self.power(max(0, exponent - self.scale))
      self.scale = max(0, self.scale - exponent)
    } else {
      self.scale -= exponent
    }
  }

  static func power(_ exponent: Int) -> BigInt { BigInt(10).power(exponent) }

  /// The same value with at least `scale` digits after the point.
  func widened(to wanted: Int) -> BigInt {
    wanted <= scale ? unscaled : unscaled * Self.power(wanted - scale)
  }

  /// Rounded half away from zero, as `numeric_round()`.
  public func rounded(to wanted: Int) -> Numeric {
    if special != nil { return self }
    guard wanted < scale else { return Numeric(widened(to: wanted), scale: wanted) }
    let divisor = Self.power(scale - wanted)
    let (quotient, remainder) = unscaled.quotientAndRemainder(dividingBy: divisor)
    let up = remainder.magnitude * 2 >= divisor.magnitude
    let rounded = quotient + (up ? (unscaled.sign == .minus ? -1 : 1) : 0)
    // Digits before the point: the result shows none after it.
    return wanted < 0
      ? Numeric(rounded * Self.power(-wanted)) : Numeric(rounded, scale: wanted)
  }

  /// Towards zero, as `numeric_trunc()`.
  public func truncated(to wanted: Int) -> Numeric {
    if special != nil { return self }
    guard wanted < scale else { return Numeric(widened(to: wanted), scale: wanted) }
    let quotient = unscaled / Self.power(scale - wanted)
    return wanted < 0
      ? Numeric(quotient * Self.power(-wanted)) : Numeric(quotient, scale: wanted)
  }

  /// How often `b` goes into `a`, towards zero; nil if `b` is zero.
  public static func quotient(_ a: Self, _ b: Self) -> Self? {
    if let special = specialQuotient(a, b) { return special }
    guard b.unscaled != 0 else { return nil }
    let scale = max(a.scale, b.scale)
    return Numeric(a.widened(to: scale) / b.widened(to: scale))
  }

  public static func == (a: Self, b: Self) -> Bool {
    if a.special != nil || b.special != nil { return a.special == b.special }
    let scale = max(a.scale, b.scale)
    return a.widened(to: scale) == b.widened(to: scale)
  }

  /// NaN is larger than anything else, and equal to itself.
  public static func < (a: Self, b: Self) -> Bool {
    if a.special != nil || b.special != nil {
      return (a.special?.rawValue ?? 0) < (b.special?.rawValue ?? 0)
    }
    let scale = max(a.scale, b.scale)
    return a.widened(to: scale) < b.widened(to: scale)
  }

  /// Equal values hash alike whatever their scale: trailing zeros are dropped first.
  public func hash(into hasher: inout Hasher) {
    var value = unscaled, scale = scale
    while scale > 0 {
      let (quotient, remainder) = value.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { break }
      (value, scale) = (quotient, scale - 1)
    }
    hasher.combine(value)
    hasher.combine(scale)
    hasher.combine(special)
  }

  public static prefix func - (a: Self) -> Self {
    switch a.special {
    case nil: Numeric(-a.unscaled, scale: a.scale)
    case .nan: .nan
    case .infinity: .minusInfinity
    case .minusInfinity: .infinity
    }
  }

  /// -1, 0 or 1; nil for NaN.
  public var sign: Int? {
    switch special {
    case nil: unscaled.signum() == 0 ? 0 : unscaled.sign == .minus ? -1 : 1
    case .nan: nil
    case .infinity: 1
    case .minusInfinity: -1
    }
  }

  public var magnitude: Numeric { sign == -1 ? -self : self }

  public static func + (a: Self, b: Self) -> Self {
    if a.special != nil || b.special != nil {
      if a.special == .nan || b.special == .nan { return .nan }
      guard let first = a.special else { return b }
      return b.special == nil || b.special == first ? a : .nan
    }
    let scale = max(a.scale, b.scale)
    return Numeric(a.widened(to: scale) + b.widened(to: scale), scale: scale)
  }

  public static func - (a: Self, b: Self) -> Self { a + -b }

  public static func * (a: Self, b: Self) -> Self {
    guard a.special == nil, b.special == nil else {
      guard let first = a.sign, let second = b.sign, first != 0, second != 0 else { return .nan }
      return first == second ? .infinity : .minusInfinity
    }
    // No more digits than a value may have.
    let product = Numeric(a.unscaled * b.unscaled, scale: a.scale + b.scale)
    return product.scale > 16383 ? product.rounded(to: 16383) : product
  }

  /// The quotient with PostgreSQL's choice of digits; nil if `b` is zero.
  public static func / (a: Self, b: Self) -> Self? {
    if let special = specialQuotient(a, b) { return special }
    guard b.unscaled != 0 else { return nil }
    let scale = quotientScale(a, b)
    // One digit more than wanted, then rounding half away from zero.
    let dividend = a.unscaled * power(max(0, scale + 1 + b.scale - a.scale))
    let divisor = b.unscaled * power(max(0, a.scale - b.scale - scale - 1))
    return Numeric(dividend / divisor, scale: scale + 1).rounded(to: scale)
  }

  /// Where one of them is not finite; else nil, as for infinity by zero.
  private static func specialQuotient(_ a: Self, _ b: Self) -> Self? {
    guard a.special != nil || b.special != nil else { return nil }
    guard let first = a.sign, let second = b.sign else { return .nan }
    if a.special != nil, b.special != nil { return .nan }
    if a.special == nil { return Numeric(0) }
    if second == 0 { return nil }
    return first == second ? .infinity : .minusInfinity
  }

  /// What is left of `a` after whole times `b`, with the sign of `a`; nil if `b` is zero.
  public static func remainder(_ a: Self, _ b: Self) -> Self? {
    if a.special != nil || b.special != nil {
      if a.special == .nan || b.special == .nan { return .nan }
      if a.special != nil { return b.sign == 0 ? nil : .nan }
      return a
    }
    return quotient(a, b).map { a - b * $0 }
  }

  /// `select_div_scale()`: at least 16 significant digits, and no fewer than the inputs show.
  private static func quotientScale(_ a: Self, _ b: Self) -> Int {
    let (weightA, digitA) = a.leadingDigit, (weightB, digitB) = b.leadingDigit
    var weight = weightA - weightB
    if digitA <= digitB { weight -= 1 }
    return min(max(16 - weight * 4, a.scale, b.scale, 0), 1000)
  }

  /// The weight of the first non-zero base-10000 digit, and that digit.
  var leadingDigit: (weight: Int, digit: Int) {
    guard unscaled != 0 else { return (0, 0) }
    let digits = unscaled.magnitude.description
    let integerDigits = digits.utf8.count - scale
    // Groups of four are counted from the decimal point.
    let weight = integerDigits > 0 ? (integerDigits - 1) / 4 : -((-integerDigits) / 4 + 1)
    let groupEnd = integerDigits - weight * 4
    var group = String(digits.prefix(max(0, groupEnd)))
    group += String(repeating: "0", count: max(0, groupEnd - group.utf8.count))
    return (weight, Int(group) ?? 0)
  }

  /// As `numeric_out()` prints it, with all `scale` digits.
  public var description: String {
    switch special {
    case .nan: return "NaN"
    case .infinity: return "Infinity"
    case .minusInfinity: return "-Infinity"
    case nil: break
    }
    var digits = unscaled.magnitude.description
    let sign = unscaled.sign == .minus && unscaled != 0 ? "-" : ""
    guard scale > 0 else { return sign + digits }
    if digits.utf8.count <= scale {
      digits = String(repeating: "0", count: scale - digits.utf8.count + 1) + digits
    }
    return sign + digits.dropLast(scale) + "." + digits.suffix(scale)
  }

  /// Rounded to an integer, or nil if it does not fit 64 bits.
  public var int64: Int64? {
    special == nil ? Int64(exactly: rounded(to: 0).unscaled) : nil
  }
}
