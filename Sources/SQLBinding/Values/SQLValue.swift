/// One value at run time. Integers of all widths share a case: their type is the tree's to know.
public enum SQLValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case text(Text)
  /// The 16 bytes, most significant first, in two words.
  case uuid(UInt64, UInt64)
  /// Days since 2000-01-01.
  case date(Int64)
  /// Microseconds since 2000-01-01 00:00, in UTC for `timestamp with time zone`.
  case timestamp(Int64)
  indirect case numeric(Numeric)
  indirect case json(JSONValue)

  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// TRUE is true, FALSE is false, NULL is nil.
  public var truth: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  public init(_ truth: Bool?) { self = truth.map { .boolean($0) } ?? .null }
}

extension SQLValue {
  /// -1, 0 or 1 as PostgreSQL orders two non-NULL values of one type; nil for values that have no
  /// order here (`json`).
  @inlinable
  public static func compare(_ a: SQLValue, _ b: SQLValue) -> Int? {
    switch (a, b) {
    case (.integer(let x), .integer(let y)): x < y ? -1 : x == y ? 0 : 1
    case (.text(let x), .text(let y)): x == y ? 0 : x < y ? -1 : 1
    case (.uuid(let x, let y), .uuid(let z, let w)):
      x == z ? (y < w ? -1 : y == w ? 0 : 1) : x < z ? -1 : 1
    case (.boolean(let x), .boolean(let y)): x == y ? 0 : y ? -1 : 1
    case (.date(let x), .date(let y)): x < y ? -1 : x == y ? 0 : 1
    case (.timestamp(let x), .timestamp(let y)): x < y ? -1 : x == y ? 0 : 1
    case (.numeric(let x), .numeric(let y)): x < y ? -1 : x == y ? 0 : 1
    case (.double(let x), .double(let y)): Self.compareDoubles(x, y)
    case (.json(let x), .json(let y)): x == y ? 0 : nil
    default: nil
    }
  }

  /// NaN equals NaN and is larger than anything, as in `float8_cmp_internal()`.
  @usableFromInline
  static func compareDoubles(_ x: Double, _ y: Double) -> Int {
    if x.isNaN { return y.isNaN ? 0 : 1 }
    if y.isNaN { return -1 }
    return x < y ? -1 : x == y ? 0 : 1
  }
}
