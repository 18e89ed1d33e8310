import AccessModel
import BigInt
import Foundation

extension SQLValue {
  /// Converts a value between types, as PostgreSQL's cast does, or raises its error.
  public func cast(
    from source: DataType, to target: DataType
  ) throws(EngineFailure) -> SQLValue {
    if isNull || source == target { return self }
    if target.isString {
      // Booleans convert to text as words, but to `name` by their output.
      if case .boolean(let value) = self, target != .name {
        return .text(Text(value ? "true" : "false"))
      }
      guard let text = output(as: source) else { return .null }
      return .text(Text(target == .name ? String(text.utf8.prefix(63)) ?? text : text))
    }
    if source.isString || source == .unknown {
      guard case .text(let text) = self else { return self }
      return try .input(text.string, as: target)
    }
    switch (source.category, target.category) {
    case (.number, .number): return try number(from: source, to: target)
    case (.number, .boolean):
      if case .integer(let value) = self { return .boolean(value != 0) }
    case (.boolean, .number):
      if case .boolean(let value) = self { return .integer(value ? 1 : 0) }
    case (.time, .time): return time(to: target)
    case (.json, .number), (.json, .boolean): return try fromJSON(to: target)
    case (.json, .json):
      return try .input(output(as: source) ?? "null", as: target)
    default: break
    }
    throw .undecided(Undecided("a cast from \(source.rawValue) to \(target.rawValue)"))
  }

  private func number(
    from source: DataType, to target: DataType
  ) throws(EngineFailure) -> SQLValue {
    switch target {
    case .real, .double:
      let value = asDouble
      return .double(target == .real ? Double(Float(value)) : value)
    case .numeric:
      if case .double(let value) = self {
        // Only the digits that the type guarantees. Source: `float4_numeric()`, `float8_numeric()`.
        let digits = String(format: source == .real ? "%.6g" : "%.15g", value)
        guard value.isFinite, let exact = Numeric(parsing: digits) else {
          throw .undecided(Undecided("a numeric that is not finite"))
        }
        return .numeric(exact)
      }
      if case .integer(let value) = self { return .numeric(Numeric(value)) }
      return self
    default:
      guard let value = asInteger, target.integerRange.contains(value) else {
        throw .postgres(
          PostgresError(.numericValueOutOfRange, "\(target.rawValue) out of range"))
      }
      return .integer(value)
    }
  }

  /// `jsonb` to numbers and booleans. Source: `jsonb_numeric()` and its kin in `jsonb.c`.
  private func fromJSON(to target: DataType) throws(EngineFailure) -> SQLValue {
    guard case .json(let value) = self else { return self }
    switch (value, target.category) {
    case (.number(let number), .number):
      return try SQLValue.numeric(number).cast(from: .numeric, to: target)
    case (.boolean(let boolean), .boolean): return .boolean(boolean)
    default:
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22023"),
          "cannot cast jsonb \(value.kindInCasts) to type \(target.rawValue)"))
    }
  }

  private var asDouble: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .numeric(let value): Double(value.description) ?? .nan
    default: .nan
    }
  }

  /// Rounded half to even from floats and half away from zero from numeric, as PostgreSQL does.
  private var asInteger: Int64? {
    switch self {
    case .integer(let value): value
    case .double(let value): Int64(exactly: value.rounded(.toNearestOrEven))
    case .numeric(let value): value.int64
    default: nil
    }
  }

  private func time(to target: DataType) -> SQLValue {
    switch (self, target) {
    case (.date(let days), .timestamp), (.date(let days), .timestamptz):
      return .timestamp(days * CivilTime.microsecondsPerDay)
    case (.timestamp(let value), .date):
      let days = value / CivilTime.microsecondsPerDay
      return .date(value % CivilTime.microsecondsPerDay < 0 ? days - 1 : days)
    default: return self
    }
  }

  /// Applies a column's type modifiers: `character varying(n)` and `numeric(p,s)`.
  ///
  /// `isExplicit`: a written cast truncates text silently where storing it is an error (22001).
  public func fitted(
    to column: ColumnType, isExplicit: Bool = false
  ) throws(EngineFailure) -> SQLValue {
    guard let first = column.modifiers.first else { return self }
    switch (self, column.type) {
    case (.text(let text), .varchar):
      let scalars = text.string.unicodeScalars
      guard scalars.count > first else { return self }
      let rest = scalars.dropFirst(first)
      guard isExplicit || rest.allSatisfy({ $0 == " " }) else {
        throw .postgres(
          PostgresError(
            .stringDataRightTruncation, "value too long for type character varying(\(first))"))
      }
      return .text(Text(String(String.UnicodeScalarView(scalars.prefix(first)))))
    case (.numeric(let value), .numeric):
      let scale = column.modifiers.count > 1 ? column.modifiers[1] : 0
      guard (0...Numeric.maxDigits).contains(scale), (1...1000).contains(first) else {
        throw .undecided(Undecided("numeric(\(first),\(scale))"))
      }
      let rounded = value.rounded(to: scale)
      guard rounded.unscaled.magnitude < Numeric.power(first).magnitude else {
        throw .postgres(PostgresError(.numericValueOutOfRange, "numeric field overflow"))
      }
      return .numeric(rounded)
    default: return self
    }
  }
}
