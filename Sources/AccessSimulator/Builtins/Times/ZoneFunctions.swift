import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// AT TIME ZONE, and truncation, which goes by a zone's days.
  /// Source: `timestamp_zone()`, `timestamptz_trunc_internal()` in `timestamp.c`.
  static let zoneFunctions: [String: BuiltinBody] = [
    "timezone(text,timestamptz)": { (values, _) throws(EngineFailure) in
      try local(values[1], try TimeZoneRules.zone(try values[0].textValue()))
    },
    "timezone(text,timestamp)": { (values, _) throws(EngineFailure) in
      try moment(values[1], try TimeZoneRules.zone(try values[0].textValue()))
    },
    "timezone(interval,timestamptz)": { (values, _) throws(EngineFailure) in
      try local(values[1], try zone(try values[0].intervalValue()))
    },
    "timezone(interval,timestamp)": { (values, _) throws(EngineFailure) in
      try moment(values[1], try zone(try values[0].intervalValue()))
    },
    "date_trunc(text,timestamp)": { (values, call) throws(EngineFailure) in
      let unit = try values[0].textValue().lowercased()
      let time = try values[1].microseconds()
      guard CivilTime.timestamps.contains(time) else { return values[1] }
      return .timestamp(try truncated(time, to: unit, "timestamp without time zone"))
    },
    "date_trunc(text,timestamptz)": { (values, _) throws(EngineFailure) in
      try truncated(values, ValueStyle.current.timeZone)
    },
    "date_trunc(text,interval)": { (values, _) throws(EngineFailure) in
      .interval(
        try truncated(
          try values[1].intervalValue(), to: try values[0].textValue().lowercased()))
    },
    "date_trunc(text,timestamptz,text)": { (values, _) throws(EngineFailure) in
      try truncated(values, try TimeZoneRules.zone(try values[2].textValue()))
    },
  ]

  /// The clock's time stays the clock's, moved.
  private static func shifted(
    _ value: SQLValue, _ shift: (Int64) -> Int64?
  ) throws(EngineFailure) -> SQLValue {
    if case .undetermined(var clock) = value, let time = clock.approximateTime {
      clock.approximateTime = shift(time) ?? time
      if clock.approximateTime != time { clock.reading = nil }
      return .undetermined(clock)
    }
    let time = try value.microseconds()
    guard let result = shift(time) else {
      throw .postgres(PostgresError(.datetimeFieldOverflow, "timestamp out of range"))
    }
    return .timestamp(result)
  }

  private static func local(
    _ value: SQLValue, _ zone: TimeZoneRules
  ) throws(EngineFailure) -> SQLValue {
    try shifted(value) { CivilTime.local($0, zone) }
  }

  private static func moment(
    _ value: SQLValue, _ zone: TimeZoneRules
  ) throws(EngineFailure) -> SQLValue {
    try shifted(value) { CivilTime.moment($0, zone) }
  }

  private static func zone(_ span: Interval) throws(EngineFailure) -> TimeZoneRules {
    guard span.months == 0, span.days == 0 else {
      throw .postgres(
        PostgresError(
          .invalidParameterValue,
          "interval time zone \"\(span)\" must not include months or days"))
    }
    return TimeZoneRules(secondsEast: span.microseconds / 1_000_000)
  }

  /// Units from a day on begin at the zone's midnight; smaller ones keep the offset.
  private static func truncated(
    _ values: [SQLValue], _ zone: TimeZoneRules
  ) throws(EngineFailure) -> SQLValue {
    let unit = try values[0].textValue().lowercased()
    let moment = try values[1].microseconds()
    guard CivilTime.timestamps.contains(moment) else { return values[1] }
    let offset = zone.offset(at: CivilTime.unixSeconds(moment)).seconds * 1_000_000
    let cut = try truncated(moment + offset, to: unit, "timestamp with time zone")
    guard smallUnits[unit] == nil else { return .timestamp(cut - offset) }
    guard let result = CivilTime.moment(cut, zone) else {
      throw .postgres(PostgresError(.datetimeFieldOverflow, "timestamp out of range"))
    }
    return .timestamp(result)
  }

  private static let smallUnits: [String: Int64] = [
    "microsecond": 1, "microseconds": 1, "us": 1, "usec": 1, "millisecond": 1000,
    "milliseconds": 1000, "ms": 1000, "msec": 1000, "second": 1_000_000, "seconds": 1_000_000,
    "sec": 1_000_000, "s": 1_000_000, "minute": 60_000_000, "minutes": 60_000_000,
    "min": 60_000_000, "hour": 3_600_000_000, "hours": 3_600_000_000, "h": 3_600_000_000,
  ]

  /// Source: `interval_trunc()`.
  private static func truncated(
    _ span: Interval, to unit: String
  ) throws(EngineFailure) -> Interval {
    if let size = smallUnits[unit] {
      return Interval(
        months: span.months, days: span.days, microseconds: span.microseconds / size * size)
    }
    let months: Int32
    switch unit {
    case "day", "days", "d": return Interval(months: span.months, days: span.days)
    case "month", "months", "mon": months = 1
    case "quarter", "qtr": months = 3
    case "year", "years", "y": months = 12
    case "decade", "decades": months = 120
    case "century", "centuries", "c": months = 1200
    case "millennium", "millenniums", "millennia", "mil": months = 12000
    case "week", "weeks", "w":
      throw .postgres(
        PostgresError(
          .featureNotSupported, "unit \"\(unit)\" not supported for type interval",
          detail: "Months usually have fractional weeks."))
    default: throw .undecided(Undecided("date_trunc() of an interval to `\(unit)`"))
    }
    return Interval(months: span.months / months * months)
  }

  private static func truncated(
    _ local: Int64, to unit: String, _ type: String
  ) throws(EngineFailure) -> Int64 {
    let (days, rest) = CivilTime.split(local)
    let (year, month, _) = CivilTime.civil(days: days)
    let day = CivilTime.microsecondsPerDay
    func start(_ year: Int64, _ month: Int64) -> Int64 {
      CivilTime.days(year: year, month: month, day: 1) * day
    }
    if let size = smallUnits[unit] { return days * day + rest / size * size }
    switch unit {
    case "day", "days", "d": return days * day
    case "week", "weeks", "w": return (days - (weekday(days) + 6) % 7) * day
    case "month", "months", "mon": return start(year, month)
    case "quarter", "qtr": return start(year, (month - 1) / 3 * 3 + 1)
    case "year", "years", "y": return start(year, 1)
    case "decade", "decades":
      return start(year > 0 ? year / 10 * 10 : -((8 - (year - 1)) / 10) * 10, 1)
    case "century", "centuries", "c":
      return start(
        year > 0 ? (year + 99) / 100 * 100 - 99 : -((99 - (year - 1)) / 100) * 100 + 1, 1)
    case "millennium", "millenniums", "millennia", "mil":
      return start(
        year > 0 ? (year + 999) / 1000 * 1000 - 999 : -((999 - (year - 1)) / 1000) * 1000 + 1, 1)
    default: throw .undecided(Undecided("date_trunc() of \(type) to `\(unit)`"))
    }
  }
}
