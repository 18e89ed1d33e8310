/// A span of time as PostgreSQL keeps it: months, days and microseconds apart.
///
/// Source: `src/backend/utils/adt/timestamp.c`; `interval_cmp_value()` for comparison: a month has
/// 30 days, a day 24 hours.
public struct Interval: Hashable, Comparable, Sendable {
  public var months: Int32
  public var days: Int32
  public var microseconds: Int64

  public init(months: Int32 = 0, days: Int32 = 0, microseconds: Int64 = 0) {
    self.months = months
    self.days = days
    self.microseconds = microseconds
  }

  /// Days in all, and the microseconds beyond them, which are less than a day's.
  private var span: (days: Int64, microseconds: Int64) {
    var days = microseconds / CivilTime.microsecondsPerDay
    var rest = microseconds % CivilTime.microsecondsPerDay
    if rest < 0 { (days, rest) = (days - 1, rest + CivilTime.microsecondsPerDay) }
    return (days + Int64(months) * 30 + Int64(self.days), rest)
  }

  public static func == (a: Self, b: Self) -> Bool { a.span == b.span }
  public static func < (a: Self, b: Self) -> Bool { a.span < b.span }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(span.days)
    hasher.combine(span.microseconds)
  }
}

extension Interval: CustomStringConvertible {
  /// In IntervalStyle `postgres`: `1 year 2 mons -3 days +04:05:06.7`.
  /// Source: `EncodeInterval()`.
  public var description: String {
    var parts: [String] = []
    var previousWasNegative = false
    func add(_ value: Int32, _ unit: String) {
      guard value != 0 else { return }
      let sign = previousWasNegative && value > 0 ? "+" : ""
      parts.append("\(sign)\(value) \(unit)\(value == 1 ? "" : "s")")
      previousWasNegative = value < 0
    }
    add(months / 12, "year")
    add(months % 12, "mon")
    add(days, "day")
    if microseconds != 0 || parts.isEmpty {
      let sign = microseconds < 0 ? "-" : previousWasNegative ? "+" : ""
      parts.append(sign + CivilTime.clockText(microseconds.magnitude))
    }
    return parts.joined(separator: " ")
  }
}

extension CivilTime {
  /// `hh:mm:ss[.ffffff]` without trailing zeros; hours may be more than 24.
  static func clockText(_ microseconds: UInt64) -> String {
    let seconds = microseconds / 1_000_000
    func padded(_ value: UInt64, _ width: Int = 2) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let text = "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
    var (fraction, width) = (microseconds % 1_000_000, 6)
    guard fraction != 0 else { return text }
    while fraction % 10 == 0 { (fraction, width) = (fraction / 10, width - 1) }
    return text + "." + padded(fraction, width)
  }
}
