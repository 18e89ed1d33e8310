import AccessModel
import SQLBinding

/// `+ - * / %` with PostgreSQL's overflow and division errors.
enum Arithmetic {
  static func apply(
    _ symbol: ArithmeticOperator, _ left: SQLValue, _ right: SQLValue, _ type: DataType
  ) throws(EngineFailure) -> SQLValue {
    switch (left, right) {
    case (.null, _), (_, .null): return .null
    case (.integer(let a), .integer(let b)): return try integer(symbol, a, b, type)
    case (.numeric(let a), .numeric(let b)): return try numeric(symbol, a, b)
    case (.double(let a), .double(let b)): return try double(symbol, a, b, type)
    default: throw .undecided(Undecided("arithmetic on \(type)"))
    }
  }

  static func negate(_ value: SQLValue, _ type: DataType) throws(EngineFailure) -> SQLValue {
    switch value {
    case .double(let value): .double(-value)
    case .numeric(let value): .numeric(-value)
    default: try apply(.subtract, .integer(0), value, type)
    }
  }

  static let divisionByZero = EngineFailure.postgres(
    PostgresError(.divisionByZero, "division by zero"))

  private static func integer(
    _ symbol: ArithmeticOperator, _ a: Int64, _ b: Int64, _ type: DataType
  ) throws(EngineFailure) -> SQLValue {
    if b == 0, symbol == .divide || symbol == .modulo { throw divisionByZero }
    if symbol == .modulo, b == -1 { return .integer(0) }
    let (value, overflow) =
      switch symbol {
      case .add: a.addingReportingOverflow(b)
      case .subtract: a.subtractingReportingOverflow(b)
      case .multiply: a.multipliedReportingOverflow(by: b)
      case .divide: a.dividedReportingOverflow(by: b)
      case .modulo: a.remainderReportingOverflow(dividingBy: b)
      }
    guard !overflow, type.integerRange.contains(value) else {
      throw .postgres(PostgresError(.numericValueOutOfRange, "\(type) out of range"))
    }
    return .integer(value)
  }

  private static func numeric(
    _ symbol: ArithmeticOperator, _ a: Numeric, _ b: Numeric
  ) throws(EngineFailure) -> SQLValue {
    switch symbol {
    case .add: return .numeric(a + b)
    case .subtract: return .numeric(a - b)
    case .multiply: return .numeric(a * b)
    case .divide:
      guard let quotient = a / b else { throw divisionByZero }
      return .numeric(quotient)
    case .modulo:
      guard let remainder = Numeric.remainder(a, b) else { throw divisionByZero }
      return .numeric(remainder)
    }
  }

  private static func double(
    _ symbol: ArithmeticOperator, _ a: Double, _ b: Double, _ type: DataType
  ) throws(EngineFailure) -> SQLValue {
    if b == 0, symbol == .divide, !a.isNaN { throw divisionByZero }
    let exact =
      switch symbol {
      case .add: a + b
      case .subtract: a - b
      case .multiply: a * b
      case .divide: a / b
      case .modulo: a.truncatingRemainder(dividingBy: b)
      }
    let value = type == .real ? Double(Float(exact)) : exact
    guard !value.isInfinite || a.isInfinite || b.isInfinite else {
      throw .postgres(PostgresError(.numericValueOutOfRange, "value out of range: overflow"))
    }
    let mayVanish =
      symbol == .multiply && (a == 0 || b == 0)
      || symbol == .divide && (a == 0 || b.isInfinite) || symbol == .add || symbol == .subtract
      || symbol == .modulo
    guard value != 0 || mayVanish else {
      throw .postgres(PostgresError(.numericValueOutOfRange, "value out of range: underflow"))
    }
    return .double(value)
  }
}
