import AccessModel
import Foundation
import SQLBinding

extension BuiltinLibrary {
  /// Functions of `double precision`, as the C library computes them. Source: `float.c`.
  static let floatFunctions: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [
      "power(float8,float8)": power, "pow(float8,float8)": power, "dpow(float8,float8)": power,
      "exp(float8)": exponential, "dexp(float8)": exponential,
      "ln(float8)": logarithm(Foundation.log), "dlog1(float8)": logarithm(Foundation.log),
      "log(float8)": logarithm(Foundation.log10), "log10(float8)": logarithm(Foundation.log10),
      "dlog10(float8)": logarithm(Foundation.log10),
      "cbrt(float8)": plain(Foundation.cbrt), "dcbrt(float8)": plain(Foundation.cbrt),
      "radians(float8)": { (values, _) throws(EngineFailure) in
        .double(try values[0].doubleValue() * (Double.pi / 180))
      },
      "sinh(float8)": hyperbolic(Foundation.sinh), "cosh(float8)": hyperbolic(Foundation.cosh),
      "tanh(float8)": plain(Foundation.tanh), "asinh(float8)": plain(Foundation.asinh),
      "acosh(float8)": inside({ $0 >= 1 || $0.isNaN }, Foundation.acosh),
      "atanh(float8)": { (values, _) throws(EngineFailure) in
        let value = try values[0].doubleValue()
        guard !(value.magnitude > 1) else { throw notInRange }
        if value.magnitude == 1 { return .double(value * .infinity) }
        return .double(Foundation.atanh(value))
      },
      "sin(float8)": periodic(Foundation.sin), "cos(float8)": periodic(Foundation.cos),
      "tan(float8)": periodic(Foundation.tan),
      "cot(float8)": periodic { 1 / Foundation.tan($0) },
      "asin(float8)": inside({ !($0.magnitude > 1) }, Foundation.asin),
      "acos(float8)": inside({ !($0.magnitude > 1) }, Foundation.acos),
      "atan(float8)": plain(Foundation.atan),
      "atan2(float8,float8)": { (values, _) throws(EngineFailure) in
        .double(Foundation.atan2(try values[0].doubleValue(), try values[1].doubleValue()))
      },
      "width_bucket(float8,float8,float8,int4)": bucket,
    ]
    for (name, type) in [("lcm", "int4"), ("lcm", "int8")] {
      bodies["\(name)(\(type),\(type))"] = commonMultiple
    }
    return bodies
  }()

  private static let notInRange = EngineFailure.postgres(
    PostgresError(.numericValueOutOfRange, "input is out of range"))
  static let overflow = EngineFailure.postgres(
    PostgresError(.numericValueOutOfRange, "value out of range: overflow"))
  static let underflow = EngineFailure.postgres(
    PostgresError(.numericValueOutOfRange, "value out of range: underflow"))

  private static func plain(_ function: @escaping @Sendable (Double) -> Double) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in .double(function(try values[0].doubleValue())) }
  }

  private static func inside(
    _ holds: @escaping @Sendable (Double) -> Bool,
    _ function: @escaping @Sendable (Double) -> Double
  ) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let value = try values[0].doubleValue()
      guard holds(value) else { throw notInRange }
      return .double(function(value))
    }
  }

  private static func periodic(
    _ function: @escaping @Sendable (Double) -> Double
  ) -> BuiltinBody {
    inside({ !$0.isInfinite }, function)
  }

  private static func hyperbolic(
    _ function: @escaping @Sendable (Double) -> Double
  ) -> BuiltinBody {
    plain(function)
  }

  private static let exponential: BuiltinBody = { (values, _) throws(EngineFailure) in
    let value = try values[0].doubleValue()
    if value.isNaN { return .double(value) }
    if value.isInfinite { return .double(value > 0 ? value : 0) }
    let result = Foundation.exp(value)
    guard !result.isInfinite else { throw overflow }
    guard result != 0 else { throw underflow }
    return .double(result)
  }

  private static func logarithm(
    _ function: @escaping @Sendable (Double) -> Double
  ) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let value = try values[0].doubleValue()
      guard value.isNaN || value > 0 else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "2201E"),
            value == 0
              ? "cannot take logarithm of zero" : "cannot take logarithm of a negative number"))
      }
      return .double(function(value))
    }
  }

  /// Source: `dpow()`.
  private static let power: BuiltinBody = { (values, _) throws(EngineFailure) in
    let (base, exponent) = (try values[0].doubleValue(), try values[1].doubleValue())
    if base.isNaN { return .double(exponent == 0 ? 1 : .nan) }
    if exponent.isNaN { return .double(base == 1 ? 1 : .nan) }
    if base == 0, exponent < 0 {
      throw powerError("zero raised to a negative power is undefined")
    }
    if base < 0, exponent.rounded(.down) != exponent {
      throw powerError(
        "a negative number raised to a non-integer power yields a complex result")
    }
    let result = Foundation.pow(base, exponent)
    guard base.isFinite, exponent.isFinite else { return .double(result) }
    guard !result.isInfinite else { throw overflow }
    guard result != 0 || base == 0 else { throw underflow }
    return .double(result)
  }

  static func powerError(_ message: String) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: "2201F"), message))
  }

  private static let bucket: BuiltinBody = { (values, _) throws(EngineFailure) in
    let value = try values[0].doubleValue()
    let (low, high) = (try values[1].doubleValue(), try values[2].doubleValue())
    let count = try values[3].integerValue()
    let bounds = Bucket(value, low, high, count, isNaN: \.isNaN, isFinite: \.isFinite)
    return try bounds.number {
      let share =
        (high - low).isInfinite
        ? (value / 2 - low / 2) / (high / 2 - low / 2) : (value - low) / (high - low)
      return min(Int64(Double(count) * share), count - 1) + 1
    }
  }

  private static let commonMultiple: BuiltinBody = { (values, call) throws(EngineFailure) in
    let (a, b) = (try values[0].integerValue().magnitude, try values[1].integerValue().magnitude)
    if a == 0 || b == 0 { return .integer(0) }
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    let product = (a / x).multipliedReportingOverflow(by: b)
    guard !product.overflow, let result = Int64(exactly: product.partialValue),
      call.builtin.result.integerRange.contains(result)
    else {
      throw .postgres(
        PostgresError(.numericValueOutOfRange, "\(call.builtin.result) out of range"))
    }
    return .integer(result)
  }
}
