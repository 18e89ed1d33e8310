import AccessModel
import SQLBinding

extension DateFormat {
  /// Source: `DCH_to_char()` in `formatting.c`.
  func text(of time: FormattedTime) throws(EngineFailure) -> String {
    var result = ""
    for node in nodes {
      switch node {
      case .literal(let scalar): result.unicodeScalars.append(scalar)
      case .pattern(let keyword, let suffixes):
        result += try Self.text(keyword, suffixes, time)
      }
    }
    return result
  }

  private static func text(
    _ keyword: String, _ suffixes: Suffixes, _ time: FormattedTime
  ) throws(EngineFailure) -> String {
    if let number = try number(keyword.uppercased(), suffixes, time) {
      return ordinal(number, suffixes)
    }
    if time.days == nil, !Self.ofIntervals.contains(keyword.uppercased()) {
      throw .postgres(
        PostgresError(
          .invalidDatetimeFormat, "invalid format specification for an interval value",
          hint: "Intervals are not tied to specific calendar dates."))
    }
    return try word(keyword, suffixes, time)
  }

  /// Words that intervals have too.
  private static let ofIntervals: Set<String> = [
    "A.M.", "P.M.", "AM", "PM", "RM", "FX",
  ]

  private static func padded(_ value: Int64, _ width: Int, _ suffixes: Suffixes) -> String {
    if suffixes.contains(.fill) { return String(value) }
    let digits = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (value < 0 ? "-" : "") + zeros + digits
  }

  private static func ordinal(_ number: String, _ suffixes: Suffixes) -> String {
    guard !suffixes.isDisjoint(with: [.upperOrdinal, .lowerOrdinal]) else { return number }
    let ending = OrdinalSuffix.of(number)
    return number + (suffixes.contains(.upperOrdinal) ? ending.uppercased() : ending)
  }

  /// The text of a pattern that is a number; nil for one that is a word.
  private static func number(
    _ keyword: String, _ suffixes: Suffixes, _ time: FormattedTime
  ) throws(EngineFailure) -> String? {
    let isInterval = time.days == nil
    func fraction(_ width: Int) -> String {
      var value = time.microsecond.magnitude
      for _ in width..<6 { value /= 10 }
      let digits = String(value)
      let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
      return (time.microsecond < 0 ? "-" : "") + zeros + digits
    }
    func year(_ value: Int64) -> Int64 { isInterval ? value : value <= 0 ? 1 - value : value }
    switch keyword {
    case "HH", "HH12":
      return padded(time.hour % 12 == 0 ? 12 : time.hour % 12, 2, suffixes)
    case "HH24": return padded(time.hour, 2, suffixes)
    case "MI": return padded(time.minute, 2, suffixes)
    case "SS": return padded(time.second, 2, suffixes)
    case "FF1": return fraction(1)
    case "FF2": return fraction(2)
    case "FF3", "MS": return fraction(3)
    case "FF4": return fraction(4)
    case "FF5": return fraction(5)
    case "FF6", "US": return fraction(6)
    case "SSSS", "SSSSS": return String((time.hour * 60 + time.minute) * 60 + time.second)
    case "MM": return padded(time.month, 2, suffixes)
    case "DDD": return padded(time.dayOfYear, 3, suffixes)
    case "DD": return padded(time.day, 2, suffixes)
    case "WW": return padded((time.dayOfYear - 1) / 7 + 1, 2, suffixes)
    case "W": return String((time.day - 1) / 7 + 1)
    case "Q": return time.month == 0 ? "" : String((time.month - 1) / 3 + 1)
    case "CC":
      let century =
        isInterval
        ? time.year / 100 : time.year > 0 ? (time.year - 1) / 100 + 1 : time.year / 100 - 1
      return century.magnitude <= 99 ? padded(century, 2, suffixes) : String(century)
    case "Y,YYY":
      let value = year(time.year)
      let thousands = value / 1000
      return "\(thousands)," + padded(value - thousands * 1000, 3, [])
    case "YYYY": return padded(year(time.year), 4, suffixes)
    case "YYY": return padded(year(time.year) % 1000, 3, suffixes)
    case "YY": return padded(year(time.year) % 100, 2, suffixes)
    case "Y": return String(year(time.year) % 10)
    default: return try calendarNumber(keyword, suffixes, time)
    }
  }

  /// Numbers that only dates have.
  private static func calendarNumber(
    _ keyword: String, _ suffixes: Suffixes, _ time: FormattedTime
  ) throws(EngineFailure) -> String? {
    guard ["D", "ID", "IDDD", "IW", "IYYY", "IYY", "IY", "I", "J"].contains(keyword) else {
      return nil
    }
    guard let days = time.days else {
      guard keyword != "D", keyword != "ID" else { return nil }
      throw .undecided(Undecided("`\(keyword)` of an interval in to_char()"))
    }
    let weekday = BuiltinLibrary.weekday(days)
    // The week of a date is that of its Thursday.
    let thursday = days - (weekday + 6) % 7 + 3
    let isoYear = CivilTime.civil(days: thursday).year
    let week = (thursday - CivilTime.days(year: isoYear, month: 1, day: 1)) / 7 + 1
    let shownYear = isoYear <= 0 ? 1 - isoYear : isoYear
    switch keyword {
    case "D": return String(weekday + 1)
    case "ID": return String(weekday == 0 ? 7 : weekday)
    case "IDDD": return padded((week - 1) * 7 + (weekday + 6) % 7 + 1, 3, suffixes)
    case "IW": return padded(week, 2, suffixes)
    case "IYYY": return padded(shownYear, 4, suffixes)
    case "IYY": return padded(shownYear % 1000, 3, suffixes)
    case "IY": return padded(shownYear % 100, 2, suffixes)
    case "I": return String(shownYear % 10)
    default: return String(days + 2_451_545)
    }
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let dayNames = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let romanMonths = [
    "XII", "XI", "X", "IX", "VIII", "VII", "VI", "V", "IV", "III", "II", "I",
  ]

  /// In the case of the pattern, padded to `width` on the right.
  private static func word(
    _ name: String, like keyword: String, _ width: Int, _ suffixes: Suffixes
  ) -> String {
    let text: String
    if keyword == keyword.uppercased() {
      text = name.uppercased()
    } else {
      text = keyword == keyword.lowercased() ? name.lowercased() : name
    }
    guard suffixes.isDisjoint(with: [.fill, .translated]) else { return text }
    return text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }

  private static func word(
    _ keyword: String, _ suffixes: Suffixes, _ time: FormattedTime
  ) throws(EngineFailure) -> String {
    let isLower = keyword == keyword.lowercased()
    switch keyword.uppercased() {
    case "A.M.", "P.M.", "AM", "PM":
      let isAfternoon = time.hour % 24 >= 12
      let text = keyword.contains(".") ? (isAfternoon ? "P.M." : "A.M.") : isAfternoon ? "PM" : "AM"
      return isLower ? text.lowercased() : text
    case "A.D.", "B.C.", "AD", "BC":
      let isBefore = time.year <= 0
      let text = keyword.contains(".") ? (isBefore ? "B.C." : "A.D.") : isBefore ? "BC" : "AD"
      return isLower ? text.lowercased() : text
    case "MONTH": return word(monthNames[Int(time.month - 1)], like: keyword, 9, suffixes)
    case "MON":
      return word(String(monthNames[Int(time.month - 1)].prefix(3)), like: keyword, 0, suffixes)
    case "DAY": return word(dayNames[weekday(time)], like: keyword, 9, suffixes)
    case "DY": return word(String(dayNames[weekday(time)].prefix(3)), like: keyword, 0, suffixes)
    case "RM":
      guard time.month != 0 || time.year != 0 else { return "" }
      let index =
        time.month == 0
        ? (time.year >= 0 ? 0 : 11) : time.month < 0 ? -(time.month + 1) : 12 - time.month
      let name = romanMonths[Int(index)]
      let text = isLower ? name.lowercased() : name
      let isFilled = suffixes.contains(.fill)
      return text + String(repeating: " ", count: isFilled ? 0 : max(0, 4 - text.utf8.count))
    case "FX": return ""
    default: return zone(keyword, suffixes, time)
    }
  }

  private static func weekday(_ time: FormattedTime) -> Int {
    Int(BuiltinLibrary.weekday(time.days ?? 0))
  }

  private static func zone(
    _ keyword: String, _ suffixes: Suffixes, _ time: FormattedTime
  ) -> String {
    let seconds = time.offset?.seconds ?? 0
    let size = Int64(seconds.magnitude)
    let sign = seconds >= 0 ? "+" : "-"
    switch keyword.uppercased() {
    case "TZ":
      let name = time.offset?.abbreviation ?? ""
      return keyword == "tz" ? name.lowercased() : name
    case "TZH": return sign + padded(size / 3600, 2, [])
    case "TZM": return padded(size % 3600 / 60, 2, [])
    default:
      let minutes = size % 3600 == 0 ? "" : ":" + padded(size % 3600 / 60, 2, [])
      return sign + padded(size / 3600, 2, suffixes) + minutes
    }
  }
}

/// `st`, `nd`, `rd`, `th`. Source: `get_th()`.
enum OrdinalSuffix {
  static func of(_ number: String) -> String {
    let digits = number.utf8.suffix(2)
    if digits.count == 2, digits.first == UInt8(ascii: "1") { return "th" }
    switch digits.last {
    case UInt8(ascii: "1"): return "st"
    case UInt8(ascii: "2"): return "nd"
    case UInt8(ascii: "3"): return "rd"
    default: return "th"
    }
  }
}
