/// Dates, times and intervals as text, in the session's style.
///
/// Source: `EncodeDateOnly()`, `EncodeDateTime()`, `EncodeInterval()` in `datetime.c`.
enum DateTimeText {
  static func date(_ days: Int64, _ style: ValueStyle = .current) -> String {
    if days.magnitude == CivilTime.infinity.magnitude { return days < 0 ? "-infinity" : "infinity" }
    let (year, month, day) = CivilTime.civil(days: days)
    return dateText(year, month, day, style) + era(year)
  }

  private static func dateText(
    _ year: Int64, _ month: Int64, _ day: Int64, _ style: ValueStyle
  ) -> String {
    let shown = padded(year > 0 ? year : 1 - year, 4)
    let (month, day) = (padded(month, 2), padded(day, 2))
    let isDayFirst = style.dateOrder == .dmy
    switch style.dates {
    case .iso: return "\(shown)-\(month)-\(day)"
    case .sql: return isDayFirst ? "\(day)/\(month)/\(shown)" : "\(month)/\(day)/\(shown)"
    case .german: return "\(day).\(month).\(shown)"
    case .postgres: return isDayFirst ? "\(day)-\(month)-\(shown)" : "\(month)-\(day)-\(shown)"
    }
  }

  private static func era(_ year: Int64) -> String { year <= 0 ? " BC" : "" }

  /// `isZoned`: of `timestamp with time zone`.
  static func timestamp(
    _ microseconds: Int64, isZoned: Bool, _ style: ValueStyle = .current
  ) -> String {
    if microseconds == .max { return "infinity" }
    if microseconds == .min { return "-infinity" }
    var local = microseconds
    var offset: TimeZoneRules.Offset?
    if isZoned {
      let found = style.timeZone.offset(at: CivilTime.unixSeconds(microseconds))
      local += found.seconds * 1_000_000
      offset = found
    }
    let (days, time) = CivilTime.split(local)
    let (year, month, day) = CivilTime.civil(days: days)
    let clock = CivilTime.clockText(time.magnitude)
    if style.dates == .postgres {
      let weekday = weekdays[Int(((days + 6) % 7 + 7) % 7)]
      let name = months[Int(month - 1)]
      let date = style.dateOrder == .dmy ? "\(padded(day, 2)) \(name)" : "\(name) \(padded(day, 2))"
      return "\(weekday) \(date) \(clock) \(padded(year > 0 ? year : 1 - year, 4))"
        + (offset.map { " " + $0.abbreviation } ?? "") + era(year)
    }
    var text = dateText(year, month, day, style) + " " + clock
    if let offset {
      text += style.dates == .iso ? zone(offset.seconds) : " " + offset.abbreviation
    }
    return text + era(year)
  }

  /// `+02`, `-03:30`.
  static func zone(_ seconds: Int64) -> String {
    let size = Int64(seconds.magnitude)
    var text = (seconds < 0 ? "-" : "+") + padded(size / 3600, 2)
    if size % 3600 != 0 { text += ":" + padded(size / 60 % 60, 2) }
    if size % 60 != 0 { text += ":" + padded(size % 60, 2) }
    return text
  }

  static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension SQLValue {
  /// A date or timestamp as JSON and XML have it. Source: `JsonEncodeDateTime()`.
  public func xsdText(as type: DataType) -> String {
    var style = ValueStyle.current
    style.dates = .iso
    switch self {
    case .date(let days): return DateTimeText.date(days, style)
    case .timestamp(let microseconds):
      let isZoned = type.base == .timestamptz
      let text = DateTimeText.timestamp(microseconds, isZoned: isZoned, style)
      guard let space = text.firstIndex(of: " ") else { return text }
      var time = String(text[text.index(after: space)...])
      if isZoned, let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }),
        !time[sign...].contains(":")
      {
        let end = time[sign...].firstIndex(of: " ") ?? time.endIndex
        time.insert(contentsOf: ":00", at: end)
      }
      return text[..<space] + "T" + time
    default: return output(as: type) ?? ""
    }
  }
}

extension CivilTime {
  /// From 4713 BC to 5874897 AD, in days since 2000.
  public static let dates: Range<Int64> = -2_451_545..<2_145_031_949

  /// Seconds since 1970 of microseconds since 2000, rounded down.
  public static func unixSeconds(_ microseconds: Int64) -> Int64 {
    let (quotient, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return quotient - (rest < 0 ? 1 : 0) + daysTo2000 * 86400
  }

  /// The local time of a moment in the session's time zone, and back.
  public static func local(_ moment: Int64, _ zone: TimeZoneRules) -> Int64? {
    guard timestamps.contains(moment) else { return moment }
    let shifted = moment.addingReportingOverflow(
      zone.offset(at: unixSeconds(moment)).seconds * 1_000_000)
    return shifted.overflow ? nil : shifted.partialValue
  }

  public static func moment(_ local: Int64, _ zone: TimeZoneRules) -> Int64? {
    guard timestamps.contains(local) else { return local }
    let offset = zone.offset(ofLocal: unixSeconds(local)).seconds
    let shifted = local.subtractingReportingOverflow(offset * 1_000_000)
    return shifted.overflow || !timestamps.contains(shifted.partialValue)
      ? nil : shifted.partialValue
  }
}
