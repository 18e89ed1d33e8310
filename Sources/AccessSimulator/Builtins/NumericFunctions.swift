import AccessModel
import RowSecurity
import SQLBinding

extension BuiltinLibrary {
  /// Powers and logarithms of `numeric`, and what counts its digits. Source: `numeric.c`.
  static let numericFunctions: [String: BuiltinBody] = [
    "sqrt(numeric)": { (values, _) throws(EngineFailure) in
      let value = try values[0].numericValue()
      guard value.sign != -1 else {
        throw refused("2201F", "cannot take square root of a negative number")
      }
      return .numeric(value.squareRoot)
    },
    "exp(numeric)": { (values, _) throws(EngineFailure) in
      guard let result = try values[0].numericValue().exponential else { throw tooLarge }
      return .numeric(result)
    },
    "ln(numeric)": { (values, _) throws(EngineFailure) in
      .numeric(try positive(values[0]).logarithm)
    },
    "log(numeric)": decimalLogarithm, "log10(numeric)": decimalLogarithm,
    "log(numeric,numeric)": { (values, _) throws(EngineFailure) in
      let (base, value) = (try positive(values[0]), try positive(values[1]))
      guard base.special == nil, value.special == nil else { throw tooLarge }
      guard let result = Numeric.logarithm(of: value, base: base) else {
        throw Arithmetic.divisionByZero
      }
      return .numeric(result)
    },
    "power(numeric,numeric)": numericPower, "pow(numeric,numeric)": numericPower,
    "numeric_power(numeric,numeric)": numericPower,
    "min_scale(numeric)": { (values, _) throws(EngineFailure) in
      let value = try values[0].numericValue()
      return value.special == nil ? .integer(Int64(trimmed(value).scale)) : .null
    },
    "trim_scale(numeric)": { (values, _) throws(EngineFailure) in
      .numeric(trimmed(try values[0].numericValue()))
    },
    "factorial(int8)": { (values, _) throws(EngineFailure) in
      let count = try values[0].integerValue()
      guard count >= 0 else {
        throw .postgres(
          PostgresError(
            .numericValueOutOfRange, "factorial of a negative number is undefined"))
      }
      guard count < 1000 else { throw tooLarge }
      let product = count < 2 ? Numeric(1) : (2...count).reduce(Numeric(1)) { $0 * Numeric($1) }
      return .numeric(product)
    },
    "gcd(numeric,numeric)": { (values, _) throws(EngineFailure) in
      let (a, b) = (try values[0].numericValue(), try values[1].numericValue())
      guard a.special == nil, b.special == nil else { return .numeric(.nan) }
      return .numeric(divisor(a, b))
    },
    "lcm(numeric,numeric)": { (values, _) throws(EngineFailure) in
      let (a, b) = (try values[0].numericValue(), try values[1].numericValue())
      guard a.special == nil, b.special == nil else { return .numeric(.nan) }
      let scale = max(a.scale, b.scale)
      guard a.sign != 0, b.sign != 0, let times = Numeric.quotient(a, divisor(a, b)) else {
        return .numeric(Numeric(0).rounded(to: scale))
      }
      return .numeric((times * b).magnitude.rounded(to: scale))
    },
    "width_bucket(numeric,numeric,numeric,int4)": numericBucket,
  ]

  private static let tooLarge = EngineFailure.undecided(Undecided("a numeric of this many digits"))

  private static func refused(_ state: String, _ message: String) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: state), message))
  }

  private static func positive(_ value: SQLValue) throws(EngineFailure) -> Numeric {
    let value = try value.numericValue()
    switch value.sign {
    case 0: throw refused("2201E", "cannot take logarithm of zero")
    case -1: throw refused("2201E", "cannot take logarithm of a negative number")
    default: return value
    }
  }

  private static let decimalLogarithm: BuiltinBody = { (values, _) throws(EngineFailure) in
    let value = try positive(values[0])
    guard value.special == nil else { return values[0] }
    return .numeric(Numeric.logarithm(of: value, base: Numeric(10)) ?? Numeric(0))
  }

  private static let numericPower: BuiltinBody = { (values, call) throws(EngineFailure) in
    let (base, exponent) = (try values[0].numericValue(), try values[1].numericValue())
    guard base.special == nil, exponent.special == nil else { throw tooLarge }
    if base.sign == 0, exponent.sign == -1 {
      throw refused("2201F", "zero raised to a negative power is undefined")
    }
    if base.sign == -1, exponent.truncated(to: 0) != exponent {
      throw refused(
        "2201F", "a negative number raised to a non-integer power yields a complex result")
    }
    let adapts = call.session.engine.version >= .v16
    guard let result = Numeric.power(base, exponent, adapts: adapts) else { throw tooLarge }
    return .numeric(result)
  }

  private static func trimmed(_ value: Numeric) -> Numeric {
    guard value.special == nil, value.scale > 0 else { return value }
    let digits = value.description
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    return value.rounded(to: max(0, value.scale - zeros))
  }

  private static func divisor(_ a: Numeric, _ b: Numeric) -> Numeric {
    var (x, y) = (a.magnitude, b.magnitude)
    while y.sign != 0 { (x, y) = (y, Numeric.remainder(x, y) ?? Numeric(0)) }
    return x.rounded(to: max(a.scale, b.scale))
  }

  /// Source: `width_bucket_numeric()`.
  private static let numericBucket: BuiltinBody = { (values, _) throws(EngineFailure) in
    let (value, low) = (try values[0].numericValue(), try values[1].numericValue())
    let (high, count) = (try values[2].numericValue(), try values[3].integerValue())
    let bounds = Bucket(
      value, low, high, count, isNaN: { $0 == .nan }, isFinite: { $0.special == nil })
    return try bounds.number {
      let steps = Numeric.quotient(
        (value - low).magnitude * Numeric(count), (high - low).magnitude)
      return (steps?.int64 ?? 0) + 1
    }
  }
}
