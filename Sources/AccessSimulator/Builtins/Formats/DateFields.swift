import AccessModel
import SQLBinding

/// The values that the patterns of a format find in a text; 0 where there is none.
///
/// Source: `TmFromChar` and `do_to_timestamp()` in `formatting.c`.
struct DateFields {
  /// How the date is written: by the calendar, or by weeks.
  enum Convention { case calendar, weeks }

  var values: [String: Int64] = [:]
  var convention: Convention?
  var isTwelveHours = false
  var isAfternoon = false
  var isBC = false
  /// Digits that the year was written with.
  var yearDigits: Int64 = 0
  var zoneSign: Int64?

  private func value(_ name: String) -> Int64 { values[name] ?? 0 }

  func time(of text: String) throws(EngineFailure) -> ReadTime {
    let outOfRange = EngineFailure.postgres(
      PostgresError(
        .datetimeFieldOverflow, "date/time field value out of range: \"\(text)\""))
    var time = ReadTime()
    try readClock(&time)
    guard value("cc") == 0 else { throw .undecided(Undecided("a century in a date's text")) }
    var (knowsMonth, knowsDay) = (false, false)
    if value("year") != 0 {
      time.year = isBC ? -value("year") : value("year")
      if time.year < 0 { time.year += 1 }
    }
    var dayOfYear = value("ddd")
    if value("j") != 0 {
      (time.year, time.month, time.day) = CivilTime.civil(days: value("j") - 2_451_545)
    }
    if value("ww") != 0 {
      if convention == .weeks {
        set(&time, days: isoWeek(time.year, value("ww")) + isoDay)
      } else {
        dayOfYear = (value("ww") - 1) * 7 + 1
      }
    }
    let day = value("w") != 0 ? (value("w") - 1) * 7 + 1 : value("dd")
    if day != 0 { (time.day, knowsDay) = (day, true) }
    if value("mm") != 0 { (time.month, knowsMonth) = (value("mm"), true) }
    if dayOfYear != 0, time.month <= 1 || time.day <= 1 {
      guard time.year != 0 || isBC else {
        throw .postgres(
          PostgresError(
            .invalidDatetimeFormat,
            "cannot calculate day of year without year information"))
      }
      guard dayOfYear > 0, dayOfYear <= 366 else { throw outOfRange }
      let first =
        convention == .weeks
        ? isoWeek(time.year, 1) : CivilTime.days(year: time.year, month: 1, day: 1)
      let date = CivilTime.civil(days: first + dayOfYear - 1)
      guard convention == .weeks || date.year == time.year else { throw outOfRange }
      set(&time, days: first + dayOfYear - 1)
    }
    guard !knowsMonth || (1...12).contains(time.month), !knowsDay || (1...31).contains(time.day)
    else { throw outOfRange }
    if value("year") != 0, knowsMonth, knowsDay {
      let days = CivilTime.days(year: time.year, month: time.month, day: time.day)
      guard CivilTime.civil(days: days).month == time.month else { throw outOfRange }
    }
    guard (0..<24).contains(time.hour), (0..<60).contains(time.minute),
      (0..<60).contains(time.second), (0..<1_000_000).contains(time.fraction)
    else { throw outOfRange }
    if let zoneSign {
      guard (0...15).contains(value("tzh")), (0..<60).contains(value("tzm")) else {
        throw outOfRange
      }
      time.offset = zoneSign * (value("tzh") * 3600 + value("tzm") * 60)
    }
    return time
  }

  private func readClock(_ time: inout ReadTime) throws(EngineFailure) {
    let seconds = value("ssss")
    (time.hour, time.minute, time.second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    if value("ss") != 0 { time.second = value("ss") }
    if value("mi") != 0 { time.minute = value("mi") }
    if value("hh") != 0 { time.hour = value("hh") }
    time.fraction = value("ms") * 1000 + value("us")
    guard isTwelveHours else { return }
    guard (1...12).contains(time.hour) else {
      throw .postgres(
        PostgresError(
          .invalidDatetimeFormat, "hour \"\(time.hour)\" is invalid for the 12-hour clock",
          hint: "Use the 24-hour clock, or give an hour between 1 and 12."))
    }
    if isAfternoon, time.hour < 12 { time.hour += 12 }
    if !isAfternoon, time.hour == 12 { time.hour = 0 }
  }

  private func set(_ time: inout ReadTime, days: Int64) {
    (time.year, time.month, time.day) = CivilTime.civil(days: days)
  }

  /// Days since 2000 to the Monday of a week. Source: `isoweek2j()`.
  private func isoWeek(_ year: Int64, _ week: Int64) -> Int64 {
    let fourth = CivilTime.days(year: year, month: 1, day: 4)
    return fourth - ((fourth + 5) % 7 + 7) % 7 + (week - 1) * 7
  }

  /// Days after Monday; the first where none is said. Sunday is kept as 1.
  private var isoDay: Int64 {
    let day = value("d")
    return day == 0 ? 0 : day > 1 ? day - 2 : 6
  }
}
