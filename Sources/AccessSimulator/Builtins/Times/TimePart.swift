import AccessModel
import SQLBinding

/// A unit that EXTRACT takes from a time.
///
/// Source: `timestamp_part_common()`, `extract_date()`, `time_part_common()`,
/// `interval_part_common()`.
enum TimePart: String {
  case microseconds, milliseconds, second, minute, hour
  case day, week, month, quarter, year, decade, century, millennium
  case dow, isodow, doy, isoyear, julian, epoch
  case timezone
  case timezoneHour = "timezone_hour"
  case timezoneMinute = "timezone_minute"

  /// Nil: no unit of that name.
  init?(_ name: String) {
    let name = String(name.lowercased().prefix(14))
    if let known = TimePart(rawValue: name) {
      self = known
    } else if let alias = Self.aliases[String(name.prefix(10))] {
      self = alias
    } else {
      return nil
    }
  }

  private static let aliases: [String: TimePart] = {
    let names: [(TimePart, [String])] = [
      (.microseconds, ["us", "usec", "usecond", "useconds", "usecs", "microsecon"]),
      (.milliseconds, ["ms", "msec", "msecond", "mseconds", "msecs", "millisecon"]),
      (.second, ["s", "sec", "seconds", "secs"]), (.minute, ["m", "min", "mins", "minutes"]),
      (.hour, ["h", "hours", "hr", "hrs"]), (.day, ["d", "days"]), (.week, ["w", "weeks"]),
      (.month, ["mon", "mons", "months"]), (.quarter, ["qtr"]),
      (.year, ["y", "years", "yr", "yrs"]), (.decade, ["dec", "decades", "decs"]),
      (.century, ["c", "cent", "centuries"]), (.millennium, ["mil", "mils", "millennia"]),
      (.julian, ["j", "jd"]), (.timezoneHour, ["timezone_h"]), (.timezoneMinute, ["timezone_m"]),
    ]
    var aliases: [String: TimePart] = [:]
    for (part, spellings) in names { for name in spellings { aliases[name] = part } }
    return aliases
  }()

  /// Grows with time without end, and so is infinite where the time is.
  var isMonotonic: Bool {
    switch self {
    case .year, .decade, .century, .millennium, .julian, .isoyear, .epoch: true
    default: false
    }
  }

  /// Of the time of day; nil for other parts.
  func ofClock(_ time: Int64) -> Numeric? {
    let inMinute = time % 60_000_000
    switch self {
    case .microseconds: return Numeric(inMinute)
    case .milliseconds: return Self.scaled(inMinute, 3)
    case .second: return Self.scaled(inMinute, 6)
    case .minute: return Numeric(time / 60_000_000 % 60)
    case .hour: return Numeric(time / 3_600_000_000)
    default: return nil
    }
  }

  static func scaled(_ value: Int64, _ scale: Int) -> Numeric {
    Numeric(Numeric(value).unscaled, scale: scale)
  }

  /// Of a date; nil for parts of the time of day.
  func ofDate(_ days: Int64) -> Numeric? {
    let (year, month, day) = CivilTime.civil(days: days)
    let weekday = BuiltinLibrary.weekday(days)
    switch self {
    case .day: return Numeric(day)
    case .month: return Numeric(month)
    case .quarter: return Numeric((month - 1) / 3 + 1)
    case .year: return Numeric(year > 0 ? year : year - 1)
    case .decade: return Numeric(year >= 0 ? year / 10 : -((8 - (year - 1)) / 10))
    case .century: return Numeric(year > 0 ? (year + 99) / 100 : -((99 - (year - 1)) / 100))
    case .millennium: return Numeric(year > 0 ? (year + 999) / 1000 : -((999 - (year - 1)) / 1000))
    case .dow: return Numeric(weekday)
    case .isodow: return Numeric((weekday + 6) % 7 + 1)
    case .doy: return Numeric(days - CivilTime.days(year: year, month: 1, day: 1) + 1)
    case .week, .isoyear:
      // The week of a date is that of its Thursday.
      let thursday = days - (weekday + 6) % 7 + 3
      let isoYear = CivilTime.civil(days: thursday).year
      if self == .isoyear { return Numeric(isoYear > 0 ? isoYear : isoYear - 1) }
      return Numeric((thursday - CivilTime.days(year: isoYear, month: 1, day: 1)) / 7 + 1)
    case .julian: return Numeric(days + 2_451_545)
    case .epoch: return Numeric((days + 10957) * 86400)
    default: return nil
    }
  }

  func ofInterval(_ span: Interval) -> Numeric? {
    let months = Int64(span.months)
    switch self {
    case .day: return Numeric(Int64(span.days))
    case .month: return Numeric(months % 12)
    case .quarter: return Numeric(months % 12 / 3 + 1)
    case .year: return Numeric(months / 12)
    case .decade: return Numeric(months / 120)
    case .century: return Numeric(months / 1200)
    case .millennium: return Numeric(months / 12000)
    case .epoch:
      // A year has 365.25 days, a month 30.
      let seconds =
        months / 12 * 31_557_600 + months % 12 * 30 * 86400 + Int64(span.days) * 86400
      return Numeric(seconds) + Self.scaled(span.microseconds, 6)
    default: return ofClock(span.microseconds)
    }
  }

  /// Of a timestamp; `zone` nil: without time zone.
  func ofTimestamp(_ moment: Int64, _ zone: TimeZoneRules?) -> Numeric? {
    var local = moment
    if let zone {
      let offset = zone.offset(at: CivilTime.unixSeconds(moment)).seconds
      switch self {
      case .timezone: return Numeric(offset)
      case .timezoneHour: return Numeric(offset / 3600)
      case .timezoneMinute: return Numeric(offset / 60 % 60)
      default: local = moment + offset * 1_000_000
      }
    }
    let (days, rest) = CivilTime.split(local)
    switch self {
    case .epoch:
      let (utcDays, utcRest) = CivilTime.split(moment)
      return Numeric((utcDays + 10957) * 86400) + Self.scaled(utcRest, 6)
    case .julian:
      let day = Numeric(days + 2_451_545)
      let share = Numeric(rest) / Numeric(CivilTime.microsecondsPerDay)
      return share.map { day + $0 }
    default: return ofDate(days) ?? ofClock(rest)
    }
  }
}

extension BuiltinLibrary {
  /// `extract()`, and `date_part()`, whose result is a float.
  static let timePartFunctions: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [:]
    for type in ["timestamp", "timestamptz", "date", "time", "interval"] {
      bodies["extract(text,\(type))"] = extract
      bodies["date_part(text,\(type))"] = datePart
    }
    return bodies
  }()

  private static let extract: BuiltinBody = { (values, call) throws(EngineFailure) in
    try part(values, call.builtin.arguments[1]).map { .numeric($0) } ?? .null
  }

  private static let datePart: BuiltinBody = { (values, call) throws(EngineFailure) in
    var (values, type) = (values, call.builtin.arguments[1])
    if type == .date {
      // It is defined over timestamps.
      values[1] = try values[1].cast(from: .date, to: .timestamp)
      type = .timestamp
    }
    guard let part = try part(values, type) else { return .null }
    return try SQLValue.numeric(part).cast(from: .numeric, to: .double)
  }

  private static func part(
    _ values: [SQLValue], _ type: DataType
  ) throws(EngineFailure) -> Numeric? {
    let name = try values[0].textValue()
    guard let part = TimePart(name) else {
      throw .postgres(
        PostgresError(
          .invalidParameterValue,
          "unit \"\(name.lowercased())\" not recognized for type \(type)"))
    }
    let value: Numeric?
    switch values[1] {
    case .interval(let span): value = part.ofInterval(span)
    case .time(let time):
      value = part == .epoch ? TimePart.scaled(time, 6) : part.ofClock(time)
    case .date(let days):
      if days.magnitude == CivilTime.infinity.magnitude {
        guard part.ofDate(0) != nil else { throw unsupported(name, type) }
        return infinite(part, isNegative: days < 0)
      }
      value = part.ofDate(days)
    case .timestamp(let moment):
      let zone = type == .timestamptz ? ValueStyle.current.timeZone : nil
      if moment == .max || moment == .min {
        guard part.ofTimestamp(0, zone) != nil else { throw unsupported(name, type) }
        return infinite(part, isNegative: moment == .min)
      }
      value = part.ofTimestamp(moment, zone)
    default: throw .undecided(Undecided("the part `\(name)` of a time"))
    }
    guard let value else { throw unsupported(name, type) }
    return value
  }

  private static func infinite(_ part: TimePart, isNegative: Bool) -> Numeric? {
    part.isMonotonic ? (isNegative ? .minusInfinity : .infinity) : nil
  }

  private static func unsupported(_ name: String, _ type: DataType) -> EngineFailure {
    .postgres(
      PostgresError(
        .featureNotSupported, "unit \"\(name.lowercased())\" not supported for type \(type)"))
  }
}
