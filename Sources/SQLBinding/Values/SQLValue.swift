import AccessModel

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
  /// Microseconds since midnight.
  case time(Int64)
  /// Microseconds since 2000-01-01 00:00, in UTC for `timestamp with time zone`.
  case timestamp(Int64)
  case bytes([UInt8])
  /// A value of a row type.
  case record([SQLValue])
  indirect case interval(Interval)
  indirect case numeric(Numeric)
  indirect case json(JSONValue)
  indirect case array(SQLArray)
  indirect case enumeration(EnumLabel)
  indirect case network(NetworkAddress)
  indirect case range(SQLRange)
  /// What `oid`, `regclass` and its kin hold.
  indirect case object(ObjectIdentity)
  /// Where a row is stored: `tid`.
  case place(RowPlace)
  /// What only a server knows.
  indirect case undetermined(Undetermined)

  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// TRUE is true, FALSE is false, NULL is nil.
  public var truth: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  public init(_ truth: Bool?) { self = truth.map { .boolean($0) } ?? .null }
}

/// A value of an enum: its label, and where its type lists it, which is its order.
public struct EnumLabel: Hashable, Sendable {
  public var label: Text
  public var position: Int

  public init(_ label: Text, at position: Int) {
    self.label = label
    self.position = position
  }
}

/// The page of a table and the item in it that hold a row.
///
/// Source: `ItemPointerData` in `src/include/storage/itemptr.h`.
public struct RowPlace: Hashable, Sendable {
  public var page: UInt32
  public var item: UInt16

  public init(page: UInt32, item: UInt16) {
    self.page = page
    self.item = item
  }

  /// Of a row that is not stored yet.
  public static let none = RowPlace(page: .max, item: 0)

  /// Nil for spellings other than PostgreSQL's own.
  init?(_ text: String) {
    guard text.hasPrefix("("), text.hasSuffix(")") else { return nil }
    let parts = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      let page = UInt32(parts[0]), let item = UInt16(parts[1])
    else { return nil }
    self.init(page: page, item: item)
  }

  var text: String { "(\(page),\(item))" }

  static func compare(_ a: RowPlace, _ b: RowPlace) -> Int {
    (a.page, a.item) < (b.page, b.item) ? -1 : a == b ? 0 : 1
  }
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
    default: Self.compareOthers(a, b)
    }
  }

  /// Types that policies seldom compare.
  @usableFromInline
  static func compareOthers(_ a: SQLValue, _ b: SQLValue) -> Int? {
    switch (a, b) {
    case (.time(let x), .time(let y)): x < y ? -1 : x == y ? 0 : 1
    case (.interval(let x), .interval(let y)): x < y ? -1 : x == y ? 0 : 1
    case (.enumeration(let x), .enumeration(let y)):
      x.position < y.position ? -1 : x.position == y.position ? 0 : 1
    case (.bytes(let x), .bytes(let y)):
      x == y ? 0 : x.lexicographicallyPrecedes(y) ? -1 : 1
    case (.network(let x), .network(let y)): NetworkAddress.compare(x, y)
    case (.array(let x), .array(let y)): SQLArray.compare(x, y)
    case (.range(let x), .range(let y)): SQLRange.compare(x, y)
    case (.record(let x), .record(let y)): Self.compareRecords(x, y)
    case (.json(let x), .json(let y)): JSONValue.compare(x, y)
    case (.place(let x), .place(let y)): RowPlace.compare(x, y)
    case (.object(let x), .object(let y)): x == y ? 0 : nil
    // Nothing has the number 0: `InvalidOid`.
    case (.integer(0), .object): -1
    case (.object, .integer(0)): 1
    case (.undetermined(let x), .undetermined(let y)) where x == y: 0
    case (.undetermined(let x), _): x.compare(b)
    case (_, .undetermined(let y)): y.compare(a).map { -$0 }
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
