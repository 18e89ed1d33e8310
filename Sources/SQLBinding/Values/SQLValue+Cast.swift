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
    if case .undetermined(var value) = self, value.approximateTime != nil,
      source.category == .time, target.category == .time, target != .time
    {
      // Elsewhere than in Greenwich dates and local times are others.
      if ValueStyle.current.timeZone.name != TimeZoneRules.utc.name { value.reading = nil }
      return .undetermined(target == .date ? value.dated : value)
    }
    if isUndetermined, !isOfUnknown, [.text, .varchar].contains(target), source != .unknown {
      // Of different values of these the texts are different.
      if source == .uuid || source.isString, case .undetermined = self { return self }
      return .undetermined(.derived(from: self))
    }
    if case .undetermined(let value) = self, value.json != nil, [source, target].isOfJSON {
      return self
    }
    if case .undetermined(let value) = self, source.isArithmetic, target.isArithmetic,
      let ends = value.ends(as: source)
    {
      let (low, high) = (
        try ends.low.cast(from: source, to: target), try ends.high.cast(from: source, to: target)
      )
      return low == high ? low : .undetermined(.between(low, high, value))
    }
    if case .record = self, target.isRow, let row = try converted(from: source.base, to: target) {
      return row
    }
    try requireDetermined()
    if case .domain = source { return try cast(from: source.base, to: target) }
    if target.isString { return .text(Text(try text(from: source, to: target))) }
    if source.isString || source == .unknown {
      guard case .text(let text) = self else { return self }
      guard !target.isConstrainedInside else {
        throw .undecided(Undecided("the constraints of domains inside of a text"))
      }
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
    case (.integer(let value), _, .bytea):
      return .bytes(
        withUnsafeBytes(of: value.bigEndian) { Array($0.suffix(source.integerSize)) })
    case (.bytes(let bytes), .bytea, _) where target.isInteger:
      return .integer(try Self.integer(of: bytes, as: target))
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

  /// Source: `bytea_int4()` and its kin in `src/backend/utils/adt/bytea.c`, 18.
  private static func integer(
    of bytes: [UInt8], as type: DataType
  ) throws(EngineFailure) -> Int64 {
    guard bytes.count <= type.integerSize else {
      throw .postgres(PostgresError(.numericValueOutOfRange, "\(type) out of range"))
    }
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return switch type {
    case .smallint: Int64(Int16(truncatingIfNeeded: value))
    case .integer: Int64(Int32(truncatingIfNeeded: value))
    default: Int64(bitPattern: value)
    }
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
      guard target == .real || !value.isFinite || value != 0 || isZero else {
        throw Self.floatOutOfRange(self, source, target)
      }
      guard value.isFinite || isInfinite else { throw Self.floatOutOfRange(self, source, target) }
      guard target == .real else { return .double(value) }
      let narrow = Double(Float(value))
      guard narrow.isFinite || !value.isFinite, narrow != 0 || value == 0 else {
        throw Self.floatOutOfRange(self, source, target)
      }
      return .double(narrow)
    case .numeric:
      if case .double(let value) = self {
        if value.isNaN { return .numeric(.nan) }
        if value.isInfinite { return .numeric(value < 0 ? .minusInfinity : .infinity) }
        // Only the digits that the type guarantees. Source: `float4_numeric()`, `float8_numeric()`.
        let digits = String(format: source == .real ? "%.6g" : "%.15g", value)
        guard let exact = Numeric(parsing: digits) else {
          throw .undecided(Undecided("a numeric of this many digits"))
        }
        return .numeric(exact)
      }
      if case .integer(let value) = self { return .numeric(Numeric(value)) }
      return self
    default:
      if case .numeric(let value) = self, let special = value.special {
        throw .postgres(
          PostgresError(
            .featureNotSupported,
            "cannot convert \(special == .nan ? "NaN" : "infinity") to \(target)"))
      }
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
    case .numeric(let value):
      switch value.special {
      case nil: Double(value.description) ?? .nan
      case .nan: .nan
      case .infinity: .infinity
      case .minusInfinity: -.infinity
      }
    default: .nan
    }
  }

  private var isZero: Bool {
    switch self {
    case .integer(let value): value == 0
    case .double(let value): value == 0
    case .numeric(let value): value.sign == 0
    default: false
    }
  }

  /// Or not a number.
  private var isInfinite: Bool {
    switch self {
    case .double(let value): !value.isFinite
    case .numeric(let value): value.special != nil
    default: false
    }
  }

  /// A numeric is read as text, a float is narrowed. Source: `numeric_float8()`, `dtof()`.
  private static func floatOutOfRange(
    _ value: SQLValue, _ source: DataType, _ target: DataType
  ) -> EngineFailure {
    if case .numeric(let numeric) = value {
      return .postgres(
        PostgresError(
          .numericValueOutOfRange, "\"\(numeric.description)\" is out of range for type \(target)"))
    }
    let isLarge = value.asDouble.magnitude > 1
    return .postgres(
      PostgresError(
        .numericValueOutOfRange, "value out of range: \(isLarge ? "overflow" : "underflow")"))
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

  /// Applies a column's type modifiers: `character varying(n)` and `numeric(p,s)`.
  ///
  /// `isExplicit`: a written cast truncates text silently where storing it is an error (22001).
  public func fitted(
    to column: ColumnType, isExplicit: Bool = false
  ) throws(EngineFailure) -> SQLValue {
    guard let first = column.modifiers.first else { return self }
    if case .undetermined(let value) = self, value.isDerived { try requireDetermined() }
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
      guard (-1000...1000).contains(scale), (1...1000).contains(first) else {
        throw .undecided(Undecided("numeric(\(first),\(scale))"))
      }
      if let special = value.special {
        guard special == .nan else {
          throw .postgres(
            PostgresError(
              .numericValueOutOfRange, "numeric field overflow",
              detail:
                "A field with precision \(first), scale \(scale) cannot hold an infinite value."
            ))
        }
        return self
      }
      let rounded = value.rounded(to: scale)
      let limit = Numeric.power(first - min(scale, 0)).magnitude
      guard rounded.unscaled.magnitude < limit else {
        // Source: `apply_typmod()` in `src/backend/utils/adt/numeric.c`.
        let limit = first == scale ? "1" : "10^\(first - scale)"
        throw .postgres(
          PostgresError(
            .numericValueOutOfRange, "numeric field overflow",
            detail: "A field with precision \(first), scale \(scale) must round to an absolute "
              + "value less than \(limit)."))
      }
      return .numeric(rounded)
    case (.timestamp(let value), _) where first < 6 && value != .max && value != .min:
      return .timestamp(CivilTime.rounded(value, to: first))
    case (.time(let value), .time) where first < 6:
      return .time(CivilTime.rounded(value, to: first))
    case (.interval(var value), .interval):
      if let range = IntervalRange(modifiers: column.modifiers) { value = range.fitted(value) }
      if (0..<6).contains(first) {
        value.microseconds = CivilTime.rounded(value.microseconds, to: first)
      }
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

extension [DataType] {
  fileprivate var isOfJSON: Bool { allSatisfy { $0.base == .json || $0.base == .jsonb } }
}
