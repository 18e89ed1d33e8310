import AccessModel

extension SQLValue {
  /// Dates, times and timestamps in ISO form, and the words for the ends of time.
  static func timeInput(_ text: String, _ type: DataType) throws(EngineFailure) -> SQLValue {
    let word = text.lowercased().filter { $0 != " " }
    switch word {
    case "infinity", "+infinity", "-infinity":
      let isNegative = word.hasPrefix("-")
      if type == .time { break }
      if type == .date { return .date(isNegative ? -CivilTime.infinity : CivilTime.infinity) }
      return .timestamp(isNegative ? .min : .max)
    case "epoch" where type != .time:
      let days = CivilTime.days(year: 1970, month: 1, day: 1)
      return type == .date ? .date(days) : .timestamp(days * CivilTime.microsecondsPerDay)
    default: break
    }
    if type == .time { return try clock(text) }
    guard let parsed = CivilTime.parse(text) else { throw notTime(text, type) }
    if type == .date { return .date(parsed.days) }
    let local = parsed.days * CivilTime.microsecondsPerDay + parsed.microseconds
    return .timestamp(type == .timestamptz ? local - (parsed.offset ?? 0) * 1_000_000 : local)
  }

  private static func clock(_ text: String) throws(EngineFailure) -> SQLValue {
    guard let parsed = CivilTime.parse("2000-01-01 " + text.drop { $0 == " " }),
      parsed.offset == nil
    else { throw notTime(text, .time) }
    return .time(parsed.microseconds)
  }

  /// PostgreSQL reads many spellings of times; what none of them can be is an error.
  private static func notTime(_ text: String, _ type: DataType) -> EngineFailure {
    let name = type == .timestamp ? "timestamp" : type == .time ? "time" : type.description
    let words = [
      "now", "today", "tomorrow", "yesterday", "epoch", "infinity", "allballs", "zulu", "utc",
    ]
    let lower = text.lowercased()
    let hasDigit = text.utf8.contains { (0x30...0x39).contains($0) }
    if !hasDigit, !words.contains(where: lower.contains) {
      return .postgres(
        PostgresError(
          .invalidDatetimeFormat, "invalid input syntax for type \(name): \"\(text)\""))
    }
    if CivilTime.isOutOfRange(text) {
      return .postgres(
        PostgresError(
          .datetimeFieldOverflow, "date/time field value out of range: \"\(text)\""))
    }
    return .undecided(Undecided("a \(type) not in ISO form"))
  }
}
