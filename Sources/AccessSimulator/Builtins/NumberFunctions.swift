import AccessModel
import Foundation
import SQLBinding

extension BuiltinLibrary {
  /// Source: `int.c`, `int8.c`, `float.c`, `numeric.c`.
  static let numberFunctions: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [
      "ceil(numeric)": roundNumeric(up: true), "ceiling(numeric)": roundNumeric(up: true),
      "floor(numeric)": roundNumeric(up: false),
      "round(numeric)": { (values, _) throws(EngineFailure) in
        .numeric(try values[0].numericValue().rounded(to: 0))
      },
      "round(numeric,int4)": scaled { $0.rounded(to: $1) },
      "trunc(numeric)": { (values, _) throws(EngineFailure) in
        .numeric(try values[0].numericValue().truncated(to: 0))
      },
      "trunc(numeric,int4)": scaled { $0.truncated(to: $1) },
      "sign(numeric)": { (values, _) throws(EngineFailure) in
        .numeric(try values[0].numericValue().sign.map { Numeric(Int64($0)) } ?? .nan)
      },
      "sign(float8)": float { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 },
      "scale(numeric)": { (values, _) throws(EngineFailure) in
        let value = try values[0].numericValue()
        return value.special == nil ? .integer(Int64(value.scale)) : .null
      },
      "mod(numeric,numeric)": { (values, call) throws(EngineFailure) in
        try Arithmetic.apply(.modulo, values[0], values[1], .numeric)
      },
      "div(numeric,numeric)": { (values, _) throws(EngineFailure) in
        let (a, b) = (try values[0].numericValue(), try values[1].numericValue())
        guard let quotient = Numeric.quotient(a, b) else { throw Arithmetic.divisionByZero }
        return .numeric(quotient)
      },
      "ceil(float8)": float { $0.rounded(.up) }, "ceiling(float8)": float { $0.rounded(.up) },
      "floor(float8)": float { $0.rounded(.down) },
      "round(float8)": float { $0.rounded(.toNearestOrEven) },
      "trunc(float8)": float { $0.rounded(.towardZero) },
      "sqrt(float8)": squareRoot, "dsqrt(float8)": squareRoot,
      "pi()": { (_, _) throws(EngineFailure) in .double(.pi) },
      "degrees(float8)": float { $0 / (Double.pi / 180) },
      "gcd(int4,int4)": commonDivisor, "gcd(int8,int8)": commonDivisor,
    ]
    for type in ["int2", "int4", "int8"] {
      bodies["mod(\(type),\(type))"] = modulo
      bodies["\(type)and(\(type),\(type))"] = bitwise { $0 & $1 }
      bodies["\(type)or(\(type),\(type))"] = bitwise { $0 | $1 }
      bodies["\(type)xor(\(type),\(type))"] = bitwise { $0 ^ $1 }
      bodies["\(type)not(\(type))"] = complement
      bodies["\(type)shl(\(type),int4)"] = shift(left: true)
      bodies["\(type)shr(\(type),int4)"] = shift(left: false)
    }
    for type in ["int2", "int4", "int8", "numeric", "float4", "float8"] {
      bodies["abs(\(type))"] = absolute
      bodies["\(type)abs(\(type))"] = absolute
    }
    return bodies
  }()

  private static let absolute: BuiltinBody = { (values, call) throws(EngineFailure) in
    switch values[0] {
    case .integer(let value) where value < 0:
      try Arithmetic.apply(.subtract, .integer(0), values[0], call.builtin.result)
    case .numeric(let value): .numeric(value.magnitude)
    case .double(let value): .double(value.magnitude)
    default: values[0]
    }
  }

  private static let modulo: BuiltinBody = { (values, call) throws(EngineFailure) in
    try Arithmetic.apply(.modulo, values[0], values[1], call.builtin.result)
  }

  private static let complement: BuiltinBody = { (values, _) throws(EngineFailure) in
    .integer(~(try values[0].integerValue()))
  }

  private static func float(_ function: @escaping @Sendable (Double) -> Double) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in .double(function(try values[0].doubleValue())) }
  }

  private static let squareRoot: BuiltinBody = { (values, _) throws(EngineFailure) in
    let value = try values[0].doubleValue()
    guard !(value < 0) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "2201F"), "cannot take square root of a negative number"))
    }
    return .double(value.squareRoot())
  }

  private static func roundNumeric(up: Bool) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let value = try values[0].numericValue()
      if value.special != nil { return values[0] }
      let whole = value.truncated(to: 0)
      let step: Int64 = whole == value ? 0 : up ? (value > whole ? 1 : 0) : (value < whole ? -1 : 0)
      return .numeric(whole + Numeric(step))
    }
  }

  private static func scaled(
    _ function: @escaping @Sendable (Numeric, Int) -> Numeric
  ) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let scale = try values[1].integerValue()
      guard (-1000...1000).contains(scale) else {
        throw .undecided(Undecided("a numeric of \(scale) digits"))
      }
      return .numeric(function(try values[0].numericValue(), Int(scale)))
    }
  }

  private static func bitwise(
    _ function: @escaping @Sendable (Int64, Int64) -> Int64
  ) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      .integer(function(try values[0].integerValue(), try values[1].integerValue()))
    }
  }

  private static func shift(left: Bool) -> BuiltinBody {
    { (values, call) throws(EngineFailure) in
      let (value, count) = (try values[0].integerValue(), try values[1].integerValue())
      let width: Int64 =
        call.builtin.result == .smallint ? 16 : call.builtin.result == .integer ? 32 : 64
      // C leaves other distances open.
      guard (0..<width).contains(count) else {
        throw .undecided(Undecided("a shift by \(count) bits"))
      }
      let shifted = left ? value << count : value >> count
      switch width {
      case 16: return .integer(Int64(Int16(truncatingIfNeeded: shifted)))
      case 32: return .integer(Int64(Int32(truncatingIfNeeded: shifted)))
      default: return .integer(shifted)
      }
    }
  }

  private static let commonDivisor: BuiltinBody = { (values, call) throws(EngineFailure) in
    var (a, b) = (try values[0].integerValue().magnitude, try values[1].integerValue().magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    guard let result = Int64(exactly: a), call.builtin.result.integerRange.contains(result) else {
      throw .postgres(
        PostgresError(.numericValueOutOfRange, "\(call.builtin.result) out of range"))
    }
    return .integer(result)
  }
}
