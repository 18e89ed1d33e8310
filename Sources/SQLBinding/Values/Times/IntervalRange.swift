/// The fields that `interval day to second` has, by their bits in a type's modifier: the second of
/// the modifiers of a `TypeName`, whose first then is the digits of seconds or -1.
///
/// Source: `INTERVAL_MASK` in `utils/timestamp.h`.
struct IntervalRange: Equatable {
  let mask: Int

  private static let (month, year, day, hour, minute, second) = (
    1 << 1, 1 << 2, 1 << 3, 1 << 10, 1 << 11, 1 << 12
  )

  static let minuteToSecond = IntervalRange(mask: minute | second)

  init(mask: Int) { self.mask = mask }

  /// Of a type's modifiers; nil where all fields are allowed.
  init?(modifiers: [Int]) {
    guard modifiers.count > 1 else { return nil }
    mask = modifiers[1]
  }

  /// What a number without a unit counts.
  var lastUnit: IntervalReader.Unit {
    if mask & Self.second != 0 { return .second }
    if mask & Self.minute != 0 { return .minute }
    if mask & Self.hour != 0 { return .hour }
    if mask & Self.day != 0 { return .day }
    return mask & Self.month != 0 ? .month : .year
  }

  /// Without what is smaller than the last field. Source: `AdjustIntervalForTypmod()`.
  func fitted(_ value: Interval) -> Interval {
    var value = value
    switch lastUnit {
    case .year: value = Interval(months: value.months / 12 * 12)
    case .month: value = Interval(months: value.months)
    case .day: value.microseconds = 0
    case .hour: value.microseconds -= value.microseconds % 3_600_000_000
    case .minute: value.microseconds -= value.microseconds % 60_000_000
    default: break
    }
    return value
  }
}
