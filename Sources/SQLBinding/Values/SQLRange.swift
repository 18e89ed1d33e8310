import AccessModel

/// A value of a range type. Source: `rangetypes.c`.
public struct SQLRange: Hashable, Sendable {
  /// One end; without a value it is infinite.
  public struct Bound: Hashable, Sendable {
    public var value: SQLValue?
    public var isInclusive: Bool
    public var isLower: Bool

    public init(_ value: SQLValue?, isInclusive: Bool, isLower: Bool) {
      self.value = value
      self.isInclusive = isInclusive && value != nil
      self.isLower = isLower
    }

    /// The end of what lies on the other side of it.
    public var flipped: Bound { Bound(value, isInclusive: !isInclusive, isLower: !isLower) }
  }

  public private(set) var lower: Bound
  public private(set) var upper: Bound
  public private(set) var isEmpty: Bool

  public static let empty = SQLRange()

  private init() {
    lower = Bound(nil, isInclusive: false, isLower: true)
    upper = Bound(nil, isInclusive: false, isLower: false)
    isEmpty = true
  }

  /// In the one form that discrete ranges have, or the error that the ends are the wrong way round.
  /// Source: `make_range()`.
  public init(_ lower: Bound, _ upper: Bound, _ kind: RangeKind) throws(EngineFailure) {
    self.init()
    if let low = lower.value, let high = upper.value {
      let order = try Self.order(low, high)
      guard order <= 0 else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22000"),
            "range lower bound must be less than or equal to range upper bound"))
      }
      if order == 0, !lower.isInclusive || !upper.isInclusive { return }
    }
    isEmpty = false
    self.lower = lower
    self.upper = upper
    guard kind.isDiscrete else { return }
    if let low = lower.value, !lower.isInclusive, !Self.isInfinite(low) {
      self.lower = Bound(try Self.next(low, kind), isInclusive: true, isLower: true)
    }
    if let high = upper.value, upper.isInclusive, !Self.isInfinite(high) {
      self.upper = Bound(try Self.next(high, kind), isInclusive: false, isLower: false)
    }
    if let low = self.lower.value, let high = self.upper.value, try Self.order(low, high) >= 0 {
      self = .empty
    }
  }

  /// An infinite date has no next one. Source: `daterange_canonical()`.
  private static func isInfinite(_ value: SQLValue) -> Bool {
    if case .date(let days) = value {
      days.magnitude == CivilTime.infinity.magnitude
    } else {
      false
    }
  }

  private static func next(
    _ value: SQLValue, _ kind: RangeKind
  ) throws(EngineFailure) -> SQLValue {
    switch value {
    case .integer(let number):
      let next = number.addingReportingOverflow(1)
      guard !next.overflow, kind.subtype.integerRange.contains(next.partialValue) else {
        throw .postgres(
          PostgresError(.numericValueOutOfRange, "\(kind.subtype) out of range"))
      }
      return .integer(next.partialValue)
    case .date(let days):
      guard CivilTime.dates.contains(days + 1) else {
        throw .postgres(PostgresError(.datetimeFieldOverflow, "date out of range"))
      }
      return .date(days + 1)
    default: return value
    }
  }

  private static func order(_ a: SQLValue, _ b: SQLValue) throws(EngineFailure) -> Int {
    guard let order = SQLValue.compare(a, b) else {
      throw .undecided(Undecided("the order of a range's ends"))
    }
    return order
  }

  /// -1, 0 or 1 as the end `a` stands to `b`. Source: `range_cmp_bounds()`.
  public static func compare(_ a: Bound, _ b: Bound) throws(EngineFailure) -> Int {
    guard let first = a.value else {
      if b.value == nil { return a.isLower == b.isLower ? 0 : a.isLower ? -1 : 1 }
      return a.isLower ? -1 : 1
    }
    guard let second = b.value else { return b.isLower ? 1 : -1 }
    let order = try order(first, second)
    guard order == 0 else { return order }
    switch (a.isInclusive, b.isInclusive) {
    case (true, true): return 0
    case (false, false): return a.isLower == b.isLower ? 0 : a.isLower ? 1 : -1
    case (false, true): return a.isLower ? 1 : -1
    case (true, false): return b.isLower ? -1 : 1
    }
  }

  /// Empty ranges come first. Source: `range_cmp()`.
  static func compare(_ a: SQLRange, _ b: SQLRange) -> Int? {
    if a.isEmpty || b.isEmpty { return a.isEmpty == b.isEmpty ? 0 : a.isEmpty ? -1 : 1 }
    guard let lower = try? compare(a.lower, b.lower) else { return nil }
    return lower != 0 ? lower : try? compare(a.upper, b.upper)
  }

  var bounds: [SQLValue] { [lower.value, upper.value].compactMap { $0 } }
}
