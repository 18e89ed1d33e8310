import AccessModel
import SQLBinding

/// The running state of one aggregate in one group.
struct Accumulator {
  private let aggregate: BoundAggregate
  private var count: Int64 = 0
  private var sum: SQLValue = .null
  private var best: SQLValue = .null
  private var seen: Set<[SQLValue]> = []
  /// Inputs of aggregates that need all of them, in order.
  private var inputs: [(values: [SQLValue], keys: [SQLValue])] = []

  init(_ aggregate: BoundAggregate) { self.aggregate = aggregate }

  private var name: String { aggregate.function.name }

  /// `keys`: the values of ORDER BY among the arguments.
  mutating func add(_ values: [SQLValue], orderedBy keys: [SQLValue]) throws(EngineFailure) {
    guard let value = values.first else {
      count += 1
      return
    }
    if aggregate.isDistinct, !seen.insert(values).inserted { return }
    if AggregateLibrary.takesAll(aggregate.function) {
      inputs.append((values, keys))
      return
    }
    if value.isNull { return }
    count += 1
    switch name {
    case "count": break
    case "sum", "avg": try addToSum(value)
    case "min": if try isBetter(value, by: -1) { best = value }
    case "max": if try isBetter(value, by: 1) { best = value }
    case "bool_and", "every": best = .boolean(best.truth != false && value.truth == true)
    case "bit_and", "bit_or", "bit_xor": try addBits(value)
    case "bool_or": best = .boolean(best.truth == true || value.truth == true)
    default: throw .undecided(Undecided("aggregate `\(aggregate.function.id)`"))
    }
  }

  /// As many rows for `count(*)`.
  mutating func add(count rows: Int) { count += Int64(rows) }

  /// Of equal values the later one, though it may be written otherwise; of `character` the first.
  ///
  /// Source: `numeric_larger()` and its kin, `bpchar_larger()`.
  private func isBetter(_ value: SQLValue, by sign: Int) throws(EngineFailure) -> Bool {
    if best.isNull { return true }
    guard let order = SQLValue.compare(value, best) else {
      throw .undecided(Undecided("the order of values in \(name)"))
    }
    return order == sign || order == 0 && aggregate.arguments.first?.type.base != .character
  }

  private mutating func addBits(_ value: SQLValue) throws(EngineFailure) {
    guard case .integer(let bits) = value else {
      throw .undecided(Undecided("aggregate `\(aggregate.function.id)`"))
    }
    guard case .integer(let soFar) = best else {
      best = value
      return
    }
    switch name {
    case "bit_and": best = .integer(soFar & bits)
    case "bit_or": best = .integer(soFar | bits)
    default: best = .integer(soFar ^ bits)
    }
  }

  /// Integers add up exactly, as `numeric`; the result is narrowed at the end.
  private mutating func addToSum(_ value: SQLValue) throws(EngineFailure) {
    let term: SQLValue
    switch value {
    case .integer(let integer): term = .numeric(Numeric(integer))
    default: term = value
    }
    if sum.isNull {
      sum = term
      return
    }
    switch term {
    case .double: sum = try Arithmetic.apply(.add, sum, term, .double)
    case .numeric: sum = try Arithmetic.apply(.add, sum, term, .numeric)
    case .interval(let span):
      sum = .interval(try BuiltinLibrary.sum(try sum.intervalValue(), span))
    default: throw .undecided(Undecided("aggregate `\(aggregate.function.id)`"))
    }
  }

  /// `direct`: the values of the arguments before WITHIN GROUP.
  func result(_ direct: [SQLValue] = []) throws(EngineFailure) -> SQLValue {
    if AggregateLibrary.takesAll(aggregate.function) {
      return try AggregateLibrary.result(of: aggregate, inputs, direct)
    }
    switch name {
    case "count": return .integer(count)
    case "sum":
      if sum.isNull { return .null }
      let source: DataType =
        switch sum {
        case .double: .double
        case .numeric: .numeric
        case .interval: .interval
        default: aggregate.type
        }
      return try sum.cast(from: source, to: aggregate.type)
    case "avg":
      if sum.isNull { return .null }
      if case .double(let total) = sum { return .double(total / Double(count)) }
      if case .interval(let total) = sum {
        return .interval(try BuiltinLibrary.quotient(total, Double(count)))
      }
      guard case .numeric = sum else {
        throw .undecided(Undecided("aggregate `\(aggregate.function.id)`"))
      }
      return try Arithmetic.apply(.divide, sum, .numeric(Numeric(count)), .numeric)
    default: return best
    }
  }
}
