import AccessModel
import SQLBinding

/// What `width_bucket()` is asked.
///
/// Source: `width_bucket_float8()` in `float.c`, `width_bucket_numeric()` in `numeric.c`.
struct Bucket<Value: Comparable> {
  private let value: Value
  private let low: Value
  private let high: Value
  private let count: Int64
  private let isNaN: (Value) -> Bool
  private let isFinite: (Value) -> Bool

  init(
    _ value: Value, _ low: Value, _ high: Value, _ count: Int64,
    isNaN: @escaping (Value) -> Bool, isFinite: @escaping (Value) -> Bool
  ) {
    (self.value, self.low, self.high, self.count) = (value, low, high, count)
    (self.isNaN, self.isFinite) = (isNaN, isFinite)
  }

  /// `inside`: the number between the bounds, from 1.
  func number(_ inside: () -> Int64) throws(EngineFailure) -> SQLValue {
    guard count > 0 else { throw refused("count must be greater than zero") }
    guard ![value, low, high].contains(where: isNaN) else {
      throw refused("operand, lower bound, and upper bound cannot be NaN")
    }
    guard isFinite(low), isFinite(high) else {
      throw refused("lower and upper bounds must be finite")
    }
    guard low != high else { throw refused("lower bound cannot equal upper bound") }
    let isUp = low < high
    if isUp ? value < low : value > low { return .integer(0) }
    guard isUp ? value >= high : value <= high else { return .integer(inside()) }
    guard count < Int64(Int32.max) else {
      throw .postgres(PostgresError(.numericValueOutOfRange, "integer out of range"))
    }
    return .integer(count + 1)
  }

  private func refused(_ message: String) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: "2201G"), message))
  }
}
