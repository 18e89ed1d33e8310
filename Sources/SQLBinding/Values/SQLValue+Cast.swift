import AccessModel
import BigInt
import Foundation

extension SQLValue {
  /// Converts a value between types, as PostgreSQL's cast does, or raises its error.
  public func cast(
    from source: DataType, to target: DataType
  ) throws(EngineFailure) -> SQLValue {
    if source == target { return self }
    if case .domain(let domain) = target {
      return try cast(from: source, to: domain.base.type).fitted(to: domain.base)
        .checked(as: domain)
    }
    if isNull { return self }
    if case .undetermined(let value) = self, value.approximateTime != nil,
      source.category == .time, target.category == .time, target != .time
    {
      return self
    }
    try requireDetermined()
    if case .domain = source { return try cast(from: source.base, to: target) }
    if target.isString { return .text(Text(try text(from: source, to: target))) }
    if source.isString || source == .unknown {
      guard case .text(let text) = self else { return self }
      return try .input(
        source == .character ? text.string.withoutTrailingSpaces : text.string, as: target)
    }
    if let converted = try converted(from: source, to: target) { return converted }
    throw .undecided(Undecided("a cast from \(source) to \(target)"))
  }

  /// A domain's constraints. Source: `domain_check_internal()`.
  private func checked(as domain: DomainType) throws(EngineFailure) -> SQLValue {
    if isNull, !domain.isNullable {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "23502"),
          "domain \(DataType.domain(domain)) does not allow null values"))
    }
    guard !domain.hasChecks else {
      throw .undecided(Undecided("the checks of domain \(DataType.domain(domain))"))
    }
    return self
  }

  private func text(
    from source: DataType, to target: DataType
  ) throws(EngineFailure) -> String {
    let text: String =
      switch (self, source) {
      // Booleans convert to text as words, but to `name` by their output.
      case (.boolean(let value), _) where target != .name: value ? "true" : "false"
      case (.network(let address), _): address.text(isCIDR: true)
      case (_, .character) where target != .character:
        (output(as: source) ?? "").withoutTrailingSpaces
      default: output(as: source) ?? ""
      }
    return target == .name ? String(text.utf8.prefix(63)) ?? text : text
  }

  private func converted(
    from source: DataType, to target: DataType
  ) throws(EngineFailure) -> SQLValue? {
    switch (self, source, target) {
    case (.array(var array), .array(let from), .array(let to)):
      for index in array.elements.indices {
        array.elements[index] = try array.elements[index].cast(from: from, to: to)
      }
      return .array(array)
    case (.record(let values), _, _) where target.isRow:
      return try record(values, from: source.fields, to: target.fields)
    case (.integer(let value), .integer, .boolean): return .boolean(value != 0)
    case (.boolean(let value), .boolean, .integer): return .integer(value ? 1 : 0)
    case (.json, .jsonb, .boolean),
      (.json, .jsonb, _) where target.isArithmetic || target == .boolean:
      return try fromJSON(to: target)
    case (_, .json, .jsonb), (_, .jsonb, .json):
      return try .input(output(as: source) ?? "null", as: target)
    case (.network(let address), .inet, .cidr): return .network(address.filled(false))
    case (.network, .cidr, .inet): return self
    case (.integer(let value), _, .oid): return try oid(value, from: source)
    // The number of an object is not known, only which it is.
    case (.object, _, .oid), (.object, .oid, .object): return self
    case (.integer(let value), .oid, .integer):
      return .integer(Int64(Int32(truncatingIfNeeded: value)))
    case (.integer, .oid, .bigint): return self
    case (.integer(let value), .integer, .byte): return try byte(value)
    case (.text(let text), .byte, .integer):
      return .integer(Int64(Int8(bitPattern: text.string.utf8.first ?? 0)))
    default: break
    }
    if source.isArithmetic, target.isArithmetic { return try number(from: source, to: target) }
    return try time(from: source, to: target)
  }

  private func record(
    _ values: [SQLValue], from source: [CompositeType.Field]?, to target: [CompositeType.Field]?
  ) throws(EngineFailure) -> SQLValue {
    guard let target else { return self }
    guard let source, source.count == target.count, values.count == target.count else {
      throw .undecided(Undecided("a cast between rows of unknown fields"))
    }
    var result: [SQLValue] = []
    for index in values.indices {
      result.append(
        try values[index].cast(from: source[index].type.type, to: target[index].type.type))
    }
    return .record(result)
  }

  private func oid(_ value: Int64, from source: DataType) throws(EngineFailure) -> SQLValue {
    if source == .bigint {
      guard DataType.oid.integerRange.contains(value) else {
        throw .postgres(PostgresError(.numericValueOutOfRange, "OID out of range"))
      }
      return self
    }
    return .integer(Int64(UInt32(truncatingIfNeeded: value)))
  }

  private func byte(_ value: Int64) throws(EngineFailure) -> SQLValue {
    guard (-128...127).contains(value) else {
      throw .postgres(PostgresError(.numericValueOutOfRange, "\"char\" out of range"))
    }
    guard value >= 0 else { throw .undecided(Undecided("a \"char\" that is no letter")) }
    return .text(Text(value == 0 ? "" : String(UnicodeScalar(UInt8(value)))))
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
          PostgresError(.numericValueOutOfRange, "\(target) out of range"))
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
          "cannot cast jsonb \(value.kindInCasts) to type \(target)"))
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

  /// Dates, times and intervals; nil for pairs that do not convert. TimeZone is UTC.
  private func time(
    from source: DataType, to target: DataType
  ) throws(EngineFailure) -> SQLValue? {
    switch (self, target) {
    case (.date(let days), .timestamp), (.date(let days), .timestamptz):
      if days == CivilTime.infinity { return .timestamp(.max) }
      if days == -CivilTime.infinity { return .timestamp(.min) }
      let (value, overflow) = days.multipliedReportingOverflow(by: CivilTime.microsecondsPerDay)
      guard !overflow, CivilTime.timestamps.contains(value) else {
        throw .postgres(
          PostgresError(.datetimeFieldOverflow, "date out of range for timestamp"))
      }
      return .timestamp(value)
    case (.timestamp(let value), .date):
      if value == .max { return .date(CivilTime.infinity) }
      if value == .min { return .date(-CivilTime.infinity) }
      return .date(CivilTime.split(value).days)
    case (.timestamp(let value), .time):
      if value == .max || value == .min { return .null }
      return .time(CivilTime.split(value).time)
    case (.timestamp, .timestamp), (.timestamp, .timestamptz): return self
    case (.time(let value), .interval): return .interval(Interval(microseconds: value))
    case (.interval(let value), .time):
      return .time(CivilTime.split(value.microseconds).time)
    default: return nil
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
    case (.array(var array), .array(let element)):
      for index in array.elements.indices {
        array.elements[index] = try array.elements[index].fitted(
          to: ColumnType(element, modifiers: column.modifiers), isExplicit: isExplicit)
      }
      return .array(array)
    case (.text(let text), .varchar), (.text(let text), .character):
      let scalars = text.string.unicodeScalars
      guard scalars.count > first else {
        guard column.type == .character else { return self }
        return .text(
          Text(text.string + String(repeating: " ", count: min(first, 1 << 20) - scalars.count)))
      }
      let rest = scalars.dropFirst(first)
      guard isExplicit || rest.allSatisfy({ $0 == " " }) else {
        throw .postgres(
          PostgresError(
            .stringDataRightTruncation, "value too long for type \(column.type)(\(first))"))
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
    case (.timestamp(let value), _) where first < 6 && value != .max && value != .min:
      return .timestamp(CivilTime.rounded(value, to: first))
    case (.time(let value), .time) where first < 6:
      return .time(CivilTime.rounded(value, to: first))
    case (.interval(var value), .interval) where first < 6 && first >= 0:
      value.microseconds = CivilTime.rounded(value.microseconds, to: first)
      return .interval(value)
    default: return self
    }
  }
}

extension String {
  /// What `character` values are compared by and converted to.
  public var withoutTrailingSpaces: String {
    var bytes = utf8[...]
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(bytes) ?? self
  }
}
