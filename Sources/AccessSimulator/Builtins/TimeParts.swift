import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Parts of times, and times from parts. TimeZone is UTC.
  /// Source: `timestamp_part_common()`, `timestamp_trunc()`, `extract_date()`.
  static let timeParts: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [
      "date_trunc(text,timestamp)": truncate, "date_trunc(text,timestamptz)": truncate,
      "date_trunc(text,timestamptz,text)": { (values, call) throws(EngineFailure) in
        try requireUTC(values[2])
        return try truncate(values, call)
      },
      "make_date(int4,int4,int4)": { (values, _) throws(EngineFailure) in
        let (year, month, day) = (
          try values[0].integerValue(), try values[1].integerValue(), try values[2].integerValue()
        )
        guard year > 0, year < 294_276, (1...12).contains(month), (1...31).contains(day),
          case let days = CivilTime.days(year: year, month: month, day: day),
          CivilTime.civil(days: days).month == month
        else {
          guard year > 0 else { throw .undecided(Undecided("a year before the first")) }
          let written =
            "\(year)-\(month < 10 && month >= 0 ? "0" : "")\(month)"
            + "-\(day < 10 && day >= 0 ? "0" : "")\(day)"
          let isPastJulian = year > 5_874_897 && (1...12).contains(month) && (1...28).contains(day)
          if year >= 294_276, !isPastJulian {
            throw .undecided(Undecided("a year of \(year)"))
          }
          throw .postgres(
            PostgresError(
              .datetimeFieldOverflow,
              isPastJulian
                ? "date out of range: \(written)" : "date field value out of range: \(written)"))
        }
        return .date(days)
      },
      "make_interval(int4,int4,int4,int4,int4,int4,float8)": { (values, _) throws(EngineFailure) in
        var parts: [Int64] = []
        for value in values.prefix(6) { parts.append(try value.integerValue()) }
        let seconds = try values[6].doubleValue()
        guard let months = Int32(exactly: parts[0] * 12 + parts[1]),
          let days = Int32(exactly: parts[2] * 7 + parts[3]), seconds.magnitude < 1e9
        else { throw .undecided(Undecided("an interval of this size")) }
        let time = (parts[4] * 60 + parts[5]) * 60_000_000
        return .interval(
          Interval(
            months: months, days: days,
            microseconds: time + Int64((seconds * 1_000_000).rounded(.toNearestOrEven))))
      },
      "isfinite(date)": { (values, _) throws(EngineFailure) in
        .boolean(try values[0].days().magnitude != CivilTime.infinity.magnitude)
      },
      "isfinite(timestamp)": isFinite, "isfinite(timestamptz)": isFinite,
      "to_timestamp(float8)": { (values, _) throws(EngineFailure) in
        let seconds = try values[0].doubleValue()
        guard seconds.magnitude < 1e11 else {
          throw .undecided(Undecided("a time so far away"))
        }
        let epoch = CivilTime.days(year: 1970, month: 1, day: 1) * CivilTime.microsecondsPerDay
        return .timestamp(Int64((seconds * 1_000_000).rounded(.toNearestOrEven)) + epoch)
      },
      "timezone(text,timestamptz)": { (values, _) throws(EngineFailure) in
        try requireUTC(values[0])
        return .timestamp(try values[1].microseconds())
      },
      "timezone(text,timestamp)": { (values, _) throws(EngineFailure) in
        try requireUTC(values[0])
        return .timestamp(try values[1].microseconds())
      },
      "age(timestamp,timestamp)": age, "age(timestamptz,timestamptz)": age,
    ]
    for type in ["timestamp", "timestamptz", "date", "time", "interval"] {
      bodies["extract(text,\(type))"] = part(isNumeric: true)
      bodies["date_part(text,\(type))"] = part(isNumeric: false)
    }
    return bodies
  }()

  private static let isFinite: BuiltinBody = { (values, _) throws(EngineFailure) in
    .boolean(CivilTime.timestamps.contains(try values[0].microseconds()))
  }

  private static func requireUTC(_ zone: SQLValue) throws(EngineFailure) {
    let name = try zone.textValue()
    guard ["utc", "gmt", "z", "zulu", "etc/utc"].contains(name.lowercased()) else {
      throw .undecided(Undecided("the time zone `\(name)`"))
    }
  }

  private static let truncate: BuiltinBody = { (values, call) throws(EngineFailure) in
    let unit = try values[0].textValue().lowercased()
    let time = try values[1].microseconds()
    guard CivilTime.timestamps.contains(time) else { return values[1] }
    let (days, rest) = CivilTime.split(time)
    let (year, month, _) = CivilTime.civil(days: days)
    let day = CivilTime.microsecondsPerDay
    func start(_ year: Int64, _ month: Int64) -> SQLValue {
      .timestamp(CivilTime.days(year: year, month: month, day: 1) * day)
    }
    func cut(_ size: Int64) -> SQLValue { .timestamp(days * day + rest / size * size) }
    switch unit {
    case "microsecond", "microseconds": return values[1]
    case "millisecond", "milliseconds": return cut(1000)
    case "second": return cut(1_000_000)
    case "minute": return cut(60_000_000)
    case "hour": return cut(3_600_000_000)
    case "day": return .timestamp(days * day)
    case "week": return .timestamp((days - (weekday(days) + 6) % 7) * day)
    case "month": return start(year, month)
    case "quarter": return start(year, (month - 1) / 3 * 3 + 1)
    case "year": return start(year, 1)
    case "decade" where year > 0: return start(year / 10 * 10, 1)
    case "century" where year > 0: return start((year - 1) / 100 * 100 + 1, 1)
    case "millennium" where year > 0: return start((year - 1) / 1000 * 1000 + 1, 1)
    default: throw .undecided(Undecided("date_trunc() to `\(unit)`"))
    }
  }

  /// Sunday is 0; 2000-01-01 was a Saturday.
  private static func weekday(_ days: Int64) -> Int64 { ((days + 6) % 7 + 7) % 7 }

  private static func part(isNumeric: Bool) -> BuiltinBody {
    { (values, call) throws(EngineFailure) in
      let unit = try values[0].textValue().lowercased()
      let value: Numeric?
      switch values[1] {
      case .interval(let span): value = part(unit, of: span)
      case .time(let time): value = clockPart(unit, time)
      case .date(let days) where days.magnitude != CivilTime.infinity.magnitude:
        value = datePart(unit, days)
      case .timestamp(let time) where CivilTime.timestamps.contains(time):
        let (days, rest) = CivilTime.split(time)
        value = unit == "epoch" ? epoch(days, rest) : datePart(unit, days) ?? clockPart(unit, rest)
      default: value = nil
      }
      guard let value else { throw .undecided(Undecided("the part `\(unit)` of a time")) }
      return isNumeric
        ? .numeric(value) : try SQLValue.numeric(value).cast(from: .numeric, to: .double)
    }
  }

  private static func epoch(_ days: Int64, _ rest: Int64) -> Numeric {
    let start = CivilTime.days(year: 1970, month: 1, day: 1)
    return Numeric((days - start) * 86400) + micro(rest, scale: 6)
  }

  private static func micro(_ value: Int64, scale: Int) -> Numeric {
    Numeric(Numeric(value).unscaled, scale: scale)
  }

  private static func clockPart(_ unit: String, _ time: Int64) -> Numeric? {
    let inMinute = time % 60_000_000
    switch unit {
    case "microsecond", "microseconds": return Numeric(inMinute)
    case "millisecond", "milliseconds": return micro(inMinute, scale: 3)
    case "second": return micro(inMinute, scale: 6)
    case "minute": return Numeric(time / 60_000_000 % 60)
    case "hour": return Numeric(time / 3_600_000_000)
    case "epoch": return micro(time, scale: 6)
    default: return nil
    }
  }

  private static func datePart(_ unit: String, _ days: Int64) -> Numeric? {
    let (year, month, day) = CivilTime.civil(days: days)
    guard year > 0 else { return nil }
    switch unit {
    case "year": return Numeric(year)
    case "month": return Numeric(month)
    case "day": return Numeric(day)
    case "quarter": return Numeric((month - 1) / 3 + 1)
    case "decade": return Numeric(year / 10)
    case "century": return Numeric((year + 99) / 100)
    case "millennium": return Numeric((year + 999) / 1000)
    case "dow": return Numeric(weekday(days))
    case "isodow": return Numeric((weekday(days) + 6) % 7 + 1)
    case "doy": return Numeric(days - CivilTime.days(year: year, month: 1, day: 1) + 1)
    case "week", "isoyear":
      // The week of a date is that of its Thursday.
      let thursday = days - (weekday(days) + 6) % 7 + 3
      let isoYear = CivilTime.civil(days: thursday).year
      if unit == "isoyear" { return Numeric(isoYear) }
      return Numeric((thursday - CivilTime.days(year: isoYear, month: 1, day: 1)) / 7 + 1)
    case "epoch":
      return Numeric((days - CivilTime.days(year: 1970, month: 1, day: 1)) * 86400)
    default: return nil
    }
  }

  private static func part(_ unit: String, of span: Interval) -> Numeric? {
    let months = Int64(span.months)
    switch unit {
    case "year": return Numeric(months / 12)
    case "month": return Numeric(months % 12)
    case "day": return Numeric(Int64(span.days))
    case "hour", "minute", "second", "millisecond", "milliseconds", "microsecond", "microseconds":
      return clockPart(unit, span.microseconds)
    case "epoch":
      // A year has 365.25 days, a month 30.
      let seconds = months / 12 * 31_557_600 + months % 12 * 30 * 86400 + Int64(span.days) * 86400
      return Numeric(seconds) + micro(span.microseconds, scale: 6)
    default: return nil
    }
  }

  /// Years and months as people count them. Source: `timestamp_age()`.
  private static let age: BuiltinBody = { (values, _) throws(EngineFailure) in
    let (a, b) = (try values[0].microseconds(), try values[1].microseconds())
    guard CivilTime.timestamps.contains(a), CivilTime.timestamps.contains(b) else {
      throw .undecided(Undecided("the age of an infinite time"))
    }
    let (later, earlier) = a < b ? (b, a) : (a, b)
    let (first, last) = (CivilTime.split(earlier), CivilTime.split(later))
    let (start, end) = (CivilTime.civil(days: first.days), CivilTime.civil(days: last.days))
    var time = last.time - first.time
    var (year, month, day) = (
      end.year - start.year, end.month - start.month, end.day - start.day
    )
    if time < 0 { (time, day) = (time + CivilTime.microsecondsPerDay, day - 1) }
    // Days are borrowed from the month in which the earlier time, or the later one if they were
    // swapped, stands.
    while day < 0 {
      let lending = a < b ? end : start
      let next =
        lending.month == 12 ? (lending.year + 1, Int64(1)) : (lending.year, lending.month + 1)
      let length =
        CivilTime.days(year: next.0, month: next.1, day: 1)
        - CivilTime.days(year: lending.year, month: lending.month, day: 1)
      (day, month) = (day + length, month - 1)
    }
    if month < 0 { (month, year) = (month + 12, year - 1) }
    let span = Interval(
      months: Int32(truncatingIfNeeded: year * 12 + month), days: Int32(truncatingIfNeeded: day),
      microseconds: time)
    return .interval(a < b ? try negated(span) : span)
  }
}
