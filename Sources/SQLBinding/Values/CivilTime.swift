/// Dates and times in ISO form, proleptic Gregorian, on PostgreSQL's scale that starts in 2000.
///
/// Foundation's calendars are too slow and too clever for this: PostgreSQL's rules are arithmetic.
/// Source: `date2j()` and `j2date()` in `src/backend/utils/adt/datetime.c`.
public enum CivilTime {
  public static let microsecondsPerDay: Int64 = 86_400_000_000

  /// How `infinity` of `date` is kept; those of timestamps are the ends of `Int64`.
  public static let infinity = Int64(Int32.max)

  /// From 4713 BC to 294276 AD. Source: `IS_VALID_TIMESTAMP`.
  public static let timestamps: ClosedRange<Int64> =
    -211_813_488_000_000_000...9_223_371_331_199_999_999

  /// Whole days, and the microseconds after them.
  public static func split(_ timestamp: Int64) -> (days: Int64, time: Int64) {
    var (days, time) = timestamp.quotientAndRemainder(dividingBy: microsecondsPerDay)
    if time < 0 { (days, time) = (days - 1, time + microsecondsPerDay) }
    return (days, time)
  }

  /// To as many digits of a second, half away from zero.
  static func rounded(_ microseconds: Int64, to digits: Int) -> Int64 {
    guard (0..<6).contains(digits) else { return microseconds }
    var unit: Int64 = 1
    for _ in digits..<6 { unit *= 10 }
    let (quotient, rest) = microseconds.quotientAndRemainder(dividingBy: unit)
    let up = rest.magnitude * 2 >= unit.magnitude
    let rounded = (quotient + (up ? microseconds.signum() : 0))
      .multipliedReportingOverflow(by: unit)
    return rounded.overflow ? microseconds : rounded.partialValue
  }

  /// Days from 2000-01-01 to a date of the Gregorian calendar.
  public static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 730_425
  }

  public static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let z = days + 730_425
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let mp = (5 * dayOfYear + 2) / 153
    let month = mp < 10 ? mp + 3 : mp - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * mp + 2) / 5 + 1)
  }

}
