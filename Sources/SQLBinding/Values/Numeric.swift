public import BigInt

/// An exact decimal: `unscaled × 10^-scale`, as PostgreSQL's `numeric` with its display scale.
///
/// NaN and infinities are not modelled. Source: `src/backend/utils/adt/numeric.c`.
public struct Numeric: Hashable, Comparable, Sendable {
  public var unscaled: BigInt
  /// Digits after the point, 0 or more.
  public var scale: Int

  public init(_ unscaled: BigInt, scale: Int = 0) {
    self.unscaled = unscaled
    self.scale = scale
  }

  public init(_ integer: Int64) { self.init(BigInt(integer)) }

  /// Most digits accepted on either side of the point; PostgreSQL allows 131072 and 16383.
  static let maxDigits = 2000

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
    guard wanted < scale else { return Numeric(widened(to: wanted), scale: wanted) }
    let quotient = unscaled / Self.power(scale - wanted)
    return wanted < 0
      ? Numeric(quotient * Self.power(-wanted)) : Numeric(quotient, scale: wanted)
  }

  /// How often `b` goes into `a`, towards zero; nil if `b` is zero.
  public static func quotient(_ a: Self, _ b: Self) -> Self? {
    guard b.unscaled != 0 else { return nil }
    let scale = max(a.scale, b.scale)
    return Numeric(a.widened(to: scale) / b.widened(to: scale))
  }

  public static func == (a: Self, b: Self) -> Bool {
    let scale = max(a.scale, b.scale)
    return a.widened(to: scale) == b.widened(to: scale)
  }

  public static func < (a: Self, b: Self) -> Bool {
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
  }

  public static func + (a: Self, b: Self) -> Self {
    let scale = max(a.scale, b.scale)
    return Numeric(a.widened(to: scale) + b.widened(to: scale), scale: scale)
  }

  public static func - (a: Self, b: Self) -> Self { a + Numeric(-b.unscaled, scale: b.scale) }

  public static func * (a: Self, b: Self) -> Self {
    Numeric(a.unscaled * b.unscaled, scale: a.scale + b.scale)
  }

  /// The quotient with PostgreSQL's choice of digits; nil if `b` is zero.
  public static func / (a: Self, b: Self) -> Self? {
    guard b.unscaled != 0 else { return nil }
    let scale = quotientScale(a, b)
    // One digit more than wanted, then rounding half away from zero.
    let dividend = a.unscaled * power(max(0, scale + 1 + b.scale - a.scale))
    let divisor = b.unscaled * power(max(0, a.scale - b.scale - scale - 1))
    return Numeric(dividend / divisor, scale: scale + 1).rounded(to: scale)
  }

  /// `select_div_scale()`: at least 16 significant digits, and no fewer than the inputs show.
  private static func quotientScale(_ a: Self, _ b: Self) -> Int {
    let (weightA, digitA) = a.leadingDigit, (weightB, digitB) = b.leadingDigit
    var weight = weightA - weightB
    if digitA <= digitB { weight -= 1 }
    return min(max(16 - weight * 4, a.scale, b.scale, 0), 1000)
  }

  /// The weight of the first non-zero base-10000 digit, and that digit.
  private var leadingDigit: (weight: Int, digit: Int) {
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
    var digits = unscaled.magnitude.description
    let sign = unscaled.sign == .minus && unscaled != 0 ? "-" : ""
    guard scale > 0 else { return sign + digits }
    if digits.utf8.count <= scale {
      digits = String(repeating: "0", count: scale - digits.utf8.count + 1) + digits
    }
    return sign + digits.dropLast(scale) + "." + digits.suffix(scale)
  }

  /// Rounded to an integer, or nil if it does not fit 64 bits.
  public var int64: Int64? { Int64(exactly: rounded(to: 0).unscaled) }
}
