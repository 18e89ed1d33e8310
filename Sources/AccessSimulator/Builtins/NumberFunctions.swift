import AccessModel
import SQLBinding

extension BuiltinLibrary {
  static let numberFunctions: [String: BuiltinBody] = [
    "abs(int2)": absolute, "abs(int4)": absolute, "abs(int8)": absolute, "abs(numeric)": absolute,
    "abs(float4)": absolute, "abs(float8)": absolute,
  ]

  private static let absolute: BuiltinBody = { (values, call) throws(EngineFailure) in
    switch values[0] {
    case .integer(let value) where value < 0:
      try Arithmetic.apply(.subtract, .integer(0), values[0], call.builtin.result)
    case .numeric(let value) where value < Numeric(0): .numeric(Numeric(0) - value)
    case .double(let value): .double(value.magnitude)
    default: values[0]
    }
  }
}
