import BigInt
import Foundation

/// Roots, powers and logarithms, rounded from more digits than are shown.
///
/// Source: `sqrt_var()`, `exp_var()`, `ln_var()`, `power_var()` in `numeric.c`.
extension Numeric {
  /// What `NUMERIC_MIN_SIG_DIGITS` asks for.
  private static let digits = 16

  private static func shown(_ scales: Int...) -> Int { min(max(scales.max() ?? 0, 0), 1000) }

  /// With as many digits after the point; for values not below zero.
  public func squareRoot(scale wanted: Int) -> Numeric {
    if special != nil { return self }
    let extra = wanted + 2
    let power = 2 * extra - scale
    let scaled =
      power >= 0
      ? unscaled * BigInt(10).power(power) : unscaled / BigInt(10).power(-power)
    return Numeric(scaled.squareRoot(), scale: extra).rounded(to: wanted)
  }

  /// With the digits that `sqrt()` chooses.
  public var squareRoot: Numeric {
    if special != nil { return self }
    let weight = leadingDigit.weight
    let size = weight >= 0 ? weight * 4 / 2 + 1 : 1 - (-weight * 4 + 1) / 2
    return squareRoot(
      scale: Self.shown(Self.digits - (unscaled == 0 ? 1 : size), scale))
  }

  public var exponential: Numeric? {
    switch special {
    case .nan, .infinity: return self
    case .minusInfinity: return Numeric(0)
    case nil: break
    }
    let weight = max(-2000, min(2000, approximate * 0.434294481903252))
    guard weight.magnitude < 400 else { return nil }
    let wanted = Self.shown(Self.digits - Int(weight), scale)
    return Self.exponential(of: self, digits: wanted + 10 + max(0, Int(weight)))
      .rounded(to: wanted)
  }

  /// For values above zero.
  public var logarithm: Numeric {
    if special != nil { return self }
    let wanted = Self.shown(Self.digits - logarithmWeight, scale)
    return Self.logarithm(of: self, digits: wanted + 10).rounded(to: wanted)
  }

  /// For finite values above zero, and a base that is not one.
  public static func logarithm(of value: Numeric, base: Numeric) -> Numeric? {
    let wanted = shown(
      digits - (value.logarithmWeight - base.logarithmWeight), base.scale, value.scale)
    let extra = wanted + 30
    let (top, bottom) = (
      logarithm(of: value, digits: extra), logarithm(of: base, digits: extra)
    )
    guard bottom.unscaled != 0 else { return nil }
    return Numeric(top.unscaled * BigInt(10).power(wanted + 5) / bottom.unscaled, scale: wanted + 5)
      .rounded(to: wanted)
  }

  /// Of finite numbers that have a power. `adapts`: its digits follow its size for whole exponents too,
  /// as from PostgreSQL 16 on. Nil: more digits than are computed.
  public static func power(_ base: Numeric, _ exponent: Numeric, adapts: Bool) -> Numeric? {
    if exponent.truncated(to: 0) == exponent, let whole = exponent.int64,
      Int32(exactly: whole) != nil
    {
      return power(base, Int(whole), exponent.scale, adapts)
    }
    guard base.unscaled != 0 else { return Numeric(0).rounded(to: digits) }
    let size = exponent.approximate * Foundation.log(base.approximate) * 0.434294481903252
    guard size.magnitude < 400 else { return nil }
    let wanted = shown(digits - Int(size), base.scale, exponent.scale)
    let extra = wanted + 20 + max(0, Int(size)) + exponent.unscaled.magnitude.description.count
    let product = exponent * logarithm(of: base, digits: extra)
    return exponential(of: product, digits: extra).rounded(to: wanted)
  }

  private static func power(
    _ base: Numeric, _ exponent: Int, _ exponentScale: Int, _ adapts: Bool
  ) -> Numeric? {
    var wanted = shown(digits, base.scale)
    if adapts {
      let size =
        base.unscaled == 0 ? 0 : Double(exponent) * Foundation.log10(base.magnitude.approximate)
      guard size.magnitude < 1000 else { return nil }
      wanted = shown(digits - Int(size), base.scale, exponentScale)
    }
    let count = base.unscaled.magnitude.description.utf8.count
    guard count * Int(exponent.magnitude) < 100_000 else { return nil }
    let value = base.unscaled.power(Int(exponent.magnitude))
    let scale = base.scale * Int(exponent.magnitude)
    guard exponent < 0 else {
      let exact = Numeric(value, scale: scale)
      return exact.magnitude.description.utf8.count - scale > maxDigits
        ? nil : exact.rounded(to: wanted)
    }
    // One digit more, then rounding half away from zero.
    return Numeric(BigInt(10).power(scale + wanted + 1) / value, scale: wanted + 1)
      .rounded(to: wanted)
  }

  private var approximate: Double { Double(description) ?? .nan }

  /// The decimal weight of the logarithm, about. Source: `estimate_ln_dweight()`.
  private var logarithmWeight: Int {
    guard unscaled > 0 else { return 0 }
    if self >= Numeric(9, scale: 1), self <= Numeric(11, scale: 1) {
      let off = self - Numeric(1)
      guard off.unscaled != 0 else { return 0 }
      let (weight, digit) = off.magnitude.leadingDigit
      return weight * 4 + Int(Foundation.log10(Double(digit)))
    }
    // Of numbers too large for floats too.
    let text = unscaled.description
    let lead = Double(text.prefix(15)) ?? 1
    let rest = Double(text.utf8.count - min(15, text.utf8.count) - scale)
    let value = Foundation.log(lead) + rest * 2.302585092994046
    return Int(Foundation.log10(value.magnitude))
  }

  private static func exponential(of value: Numeric, digits: Int) -> Numeric {
    let halvings = 12 + max(0, Int(Foundation.log2(max(1, value.magnitude.approximate))))
    let precision = digits + 10 + halvings / 2
    let one = BigInt(10).power(precision)
    let x = value.rounded(to: precision).unscaled / BigInt(2).power(halvings)
    var (sum, term, index) = (one, one, 1)
    while term != 0 {
      term = term * x / one / BigInt(index)
      sum += term
      index += 1
    }
    for _ in 0..<halvings { sum = sum * sum / one }
    return Numeric(sum, scale: precision)
  }

  private static func logarithm(of value: Numeric, digits: Int) -> Numeric {
    let precision = digits + 15
    let one = BigInt(10).power(precision)
    // Between 3/4 and 3/2, times a power of two.
    let unit = BigInt(10).power(max(precision, value.scale))
    var (scaled, twos) = (value.rounded(to: max(precision, value.scale)).unscaled, 0)
    while scaled * 2 > unit * 3 { (scaled, twos) = (scaled / 2, twos + 1) }
    while scaled * 4 < unit * 3 { (scaled, twos) = (scaled * 2, twos - 1) }
    let ratio = (scaled - unit) * one / (scaled + unit)
    let two = area(one / 3, one)
    return Numeric(2 * area(ratio, one) + 2 * BigInt(twos) * two, scale: precision)
  }

  /// The inverse hyperbolic tangent of a number below one half.
  private static func area(_ x: BigInt, _ one: BigInt) -> BigInt {
    let square = x * x / one
    var (sum, power, index) = (x, x, 3)
    while power != 0 {
      power = power * square / one
      sum += power / BigInt(index)
      index += 2
    }
    return sum
  }
}
