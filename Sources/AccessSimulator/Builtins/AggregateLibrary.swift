import AccessModel
import SQLBinding

/// Aggregates that need all their inputs, in order.
enum AggregateLibrary {
  typealias Inputs = [(values: [SQLValue], keys: [SQLValue])]

  static func takesAll(_ function: Builtin) -> Bool {
    switch function.name {
    case "array_agg", "string_agg": true
    default: false
    }
  }

  static func result(
    of aggregate: BoundAggregate, _ inputs: Inputs
  ) throws(EngineFailure) -> SQLValue {
    let inputs = try ordered(inputs, aggregate)
    switch aggregate.function.id {
    case "array_agg(anynonarray)":
      return inputs.isEmpty ? .null : .array(SQLArray(inputs.map { $0.values[0] }))
    case "string_agg(text,text)":
      var result: String?
      for input in inputs where !input.values[0].isNull {
        let text = try input.values[0].textValue()
        let delimiter = input.values[1].isNull ? "" : try input.values[1].textValue()
        result = result.map { $0 + delimiter + text } ?? text
      }
      return result.map { .text($0) } ?? .null
    default: throw .undecided(Undecided("aggregate `\(aggregate.function.id)`"))
    }
  }

  /// Stable, as PostgreSQL's sort need not be: where keys tie, the order of the inputs stays.
  private static func ordered(
    _ inputs: Inputs, _ aggregate: BoundAggregate
  ) throws(EngineFailure) -> Inputs {
    guard !aggregate.orderBy.isEmpty || aggregate.isDistinct else { return inputs }
    let order =
      aggregate.orderBy.isEmpty
      ? aggregate.arguments.map { BoundOrder($0, isDescending: false, nullsFirst: false) }
      : aggregate.orderBy
    var failure: EngineFailure?
    let sorted = inputs.enumerated().sorted { a, b in
      let (x, y) =
        aggregate.orderBy.isEmpty
        ? (a.element.values, b.element.values) : (a.element.keys, b.element.keys)
      for (index, item) in order.enumerated() where failure == nil {
        guard let result = item.compare(x[index], y[index]) else {
          failure = .undecided(Undecided("the order of values in an aggregate"))
          return false
        }
        if result != 0 { return result < 0 }
      }
      return a.offset < b.offset
    }
    if let failure { throw failure }
    return sorted.map(\.element)
  }
}

extension BoundOrder {
  /// -1, 0 or 1 as the rows with these keys come; nil for values that have no order here.
  func compare(_ a: SQLValue, _ b: SQLValue) -> Int? {
    switch (a.isNull, b.isNull) {
    case (true, true): return 0
    case (true, false): return nullsFirst ? -1 : 1
    case (false, true): return nullsFirst ? 1 : -1
    case (false, false): return SQLValue.compare(a, b).map { isDescending ? -$0 : $0 }
    }
  }
}
