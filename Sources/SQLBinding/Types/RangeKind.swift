/// The built-in range types. Source: `pg_range`.
public enum RangeKind: String, CaseIterable, Sendable {
  case int4range, int8range, numrange, daterange, tsrange, tstzrange

  public var subtype: DataType {
    switch self {
    case .int4range: .integer
    case .int8range: .bigint
    case .numrange: .numeric
    case .daterange: .date
    case .tsrange: .timestamp
    case .tstzrange: .timestamptz
    }
  }

  public var type: DataType { .other(rawValue) }

  var multirange: DataType {
    .other(rawValue.replacing("range", with: "multirange"))
  }

  /// Between two values there may be no other, so that ranges have one form only.
  var isDiscrete: Bool {
    switch self {
    case .int4range, .int8range, .daterange: true
    default: false
    }
  }

  /// Of a range type, or of a multirange type's ranges; nil for other types.
  public init?(_ type: DataType) {
    guard case .other(let name) = type.base else { return nil }
    self.init(rawValue: name)
  }

  init?(multirange type: DataType) {
    guard case .other(let name) = type.base, name.hasSuffix("multirange") else { return nil }
    self.init(rawValue: name.replacing("multirange", with: "range"))
  }
}
