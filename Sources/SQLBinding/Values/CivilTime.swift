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

  /// What ISO text says. `offset` is in seconds east of UTC, nil if none was written.
  struct Parsed {
    var days: Int64
    var microseconds: Int64
    var offset: Int64?
  }

  /// Reads `YYYY-MM-DD`, optionally followed by ` hh:mm[:ss[.ffffff]]` and `Z` or `±hh[:mm]`.
  /// Nil for other spellings, some of which PostgreSQL would take.
  static func parse(_ text: String) -> Parsed? {
    var rest = Substring(text).utf8[...]
    while rest.first == 0x20 { rest.removeFirst() }
    while rest.last == 0x20 { rest.removeLast() }
    guard let year = digits(&rest, 4), skip(&rest, "-"), let month = digits(&rest, 2),
      skip(&rest, "-"), let day = digits(&rest, 2), year > 0, (1...12).contains(month), day > 0
    else { return nil }
    let result = days(year: year, month: month, day: day)
    guard civil(days: result).month == month else { return nil }
    var parsed = Parsed(days: result, microseconds: 0, offset: nil)
    guard !rest.isEmpty else { return parsed }
    guard skip(&rest, " ") || skip(&rest, "T"), let time = timeOfDay(&rest) else { return nil }
    parsed.microseconds = time
    if skip(&rest, "Z") {
      parsed.offset = 0
    } else if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest.removeFirst()
      guard let hours = digits(&rest, 2), hours <= 15 else { return nil }
      let minutes = skip(&rest, ":") ? digits(&rest, 2) : digits(&rest, 2) ?? 0
      guard let minutes, minutes < 60 else { return nil }
      parsed.offset = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
    return rest.isEmpty ? parsed : nil
  }

  /// Whether text is `YYYY-MM-DD` with a month or day that the calendar does not have.
  static func isOutOfRange(_ text: String) -> Bool {
    var rest = Substring(text).utf8[...]
    while rest.first == 0x20 { rest.removeFirst() }
    while rest.last == 0x20 { rest.removeLast() }
    guard let year = digits(&rest, 4), skip(&rest, "-"), let month = digits(&rest, 2),
      skip(&rest, "-"), let day = digits(&rest, 2), year > 0, rest.isEmpty
    else { return false }
    guard (1...12).contains(month), day > 0, day <= 31 else { return true }
    return civil(days: days(year: year, month: month, day: day)).month != month
  }

  private static func timeOfDay(_ rest: inout Substring.UTF8View.SubSequence) -> Int64? {
    guard let hour = digits(&rest, 2), skip(&rest, ":"), let minute = digits(&rest, 2),
      hour < 24 || hour == 24 && minute == 0, minute < 60
    else { return nil }
    var result = (hour * 60 + minute) * 60_000_000
    guard skip(&rest, ":") else { return result }
    guard let second = digits(&rest, 2), second < 60, hour < 24 || second == 0 else { return nil }
    result += second * 1_000_000
    guard skip(&rest, ".") else { return result }
    var unit: Int64 = 100_000
    while let byte = rest.first, (0x30...0x39).contains(byte), unit > 0 {
      result += Int64(byte - 0x30) * unit
      unit /= 10
      rest.removeFirst()
    }
    guard hour < 24 || result == microsecondsPerDay else { return nil }
    // A seventh digit rounds; more than that nobody writes.
    if let byte = rest.first, (0x30...0x39).contains(byte) { return nil }
    return result
  }

  private static func digits(
    _ rest: inout Substring.UTF8View.SubSequence, _ count: Int
  ) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<count {
      guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - 0x30)
      rest.removeFirst()
    }
    return value
  }

  private static func skip(
    _ rest: inout Substring.UTF8View.SubSequence, _ character: Unicode.Scalar
  ) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  static func dateText(_ days: Int64) -> String {
    if days.magnitude == infinity.magnitude { return days < 0 ? "-infinity" : "infinity" }
    let (year, month, day) = civil(days: days)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// `2026-01-02 03:04:05.6`, without trailing zeros, as DateStyle ISO prints it.
  static func timestampText(_ microseconds: Int64) -> String {
    if microseconds == .max { return "infinity" }
    if microseconds == .min { return "-infinity" }
    var days = microseconds / microsecondsPerDay
    var time = microseconds % microsecondsPerDay
    if time < 0 { (days, time) = (days - 1, time + microsecondsPerDay) }
    let seconds = time / 1_000_000
    var text = dateText(days) + " \(padded(seconds / 3600, 2))"
    text += ":\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    var fraction = time % 1_000_000
    guard fraction != 0 else { return text }
    var width = 6
    while fraction % 10 == 0 { (fraction, width) = (fraction / 10, width - 1) }
    return text + "." + padded(fraction, width)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
