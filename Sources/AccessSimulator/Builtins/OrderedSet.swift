import AccessModel
import Foundation
import SQLBinding

/// Aggregates WITHIN GROUP, over the values of a group in their order.
///
/// Source: `src/backend/utils/adt/orderedsetaggs.c`.
struct OrderedSet {
  private let function: Builtin
  /// NULLs are left out.
  private let values: [SQLValue]

  init(_ function: Builtin, _ inputs: AggregateLibrary.Inputs) throws(EngineFailure) {
    self.function = function
    values = inputs.map { $0.values[0] }.filter { !$0.isNull }
    for value in values { try value.requireDetermined() }
  }

  func result(_ direct: [SQLValue]) throws(EngineFailure) -> SQLValue {
    switch function.name {
    case "mode": return try mode()
    case "percentile_cont", "percentile_disc":
      guard let wanted = direct.first, !wanted.isNull else { return .null }
      guard case .array(var array) = wanted else { return try value(at: wanted) }
      if values.isEmpty { return .null }
      for index in array.elements.indices {
        array.elements[index] = try value(at: array.elements[index])
      }
      return .array(array)
    default: throw .undecided(Undecided("aggregate `\(function.id)`"))
    }
  }

  /// The first of those that are there most often.
  private func mode() throws(EngineFailure) -> SQLValue {
    var (best, bestCount): (SQLValue, Int) = (.null, 0)
    var start = values.startIndex
    for index in values.indices {
      guard let order = SQLValue.compare(values[start], values[index]) else {
        throw .undecided(Undecided("the order of values in mode"))
      }
      if order != 0 { start = index }
      if index - start + 1 > bestCount { (best, bestCount) = (values[start], index - start + 1) }
    }
    return best
  }

  private func value(at share: SQLValue) throws(EngineFailure) -> SQLValue {
    if share.isNull { return .null }
    let share = try share.doubleValue()
    guard share >= 0, share <= 1 else {
      throw .postgres(
        PostgresError(
          .numericValueOutOfRange,
          "percentile value \(String(format: "%g", share)) is not between 0 and 1"))
    }
    if values.isEmpty { return .null }
    guard function.name == "percentile_cont" else {
      return values[max(Int((share * Double(values.count)).rounded(.up)), 1) - 1]
    }
    let place = share * Double(values.count - 1)
    let (first, second) = (Int(place.rounded(.down)), Int(place.rounded(.up)))
    if first == second { return values[first] }
    return try between(values[first], values[second], place - Double(first))
  }

  /// Source: `float8_lerp()`, `interval_lerp()`.
  private func between(
    _ low: SQLValue, _ high: SQLValue, _ share: Double
  ) throws(EngineFailure) -> SQLValue {
    if case .double(let a) = low, case .double(let b) = high {
      return .double(a + share * (b - a))
    }
    let (a, b) = (try low.intervalValue(), try high.intervalValue())
    let part = try BuiltinLibrary.product(
      try BuiltinLibrary.sum(b, try BuiltinLibrary.negated(a)), share)
    return .interval(try BuiltinLibrary.sum(part, a))
  }
}
