import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Sums and differences of dates, times and intervals.
  /// Source: `date.c`, `timestamp.c`.
  static let timeArithmetic: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [
      "date_pli(date,int4)": dateAndDays(1, dateFirst: true),
      "date_mii(date,int4)": dateAndDays(-1, dateFirst: true),
      "integer_pl_date(int4,date)": dateAndDays(1, dateFirst: false),
      "date_mi(date,date)": { (values, _) throws(EngineFailure) in
        let (a, b) = (try values[0].days(), try values[1].days())
        guard a.magnitude != CivilTime.infinity.magnitude,
          b.magnitude != CivilTime.infinity.magnitude
        else {
          throw .postgres(
            PostgresError(.datetimeFieldOverflow, "cannot subtract infinite dates"))
        }
        return .integer(a - b)
      },
      "date(timestamp)": { (values, _) throws(EngineFailure) in
        try values[0].cast(from: .timestamp, to: .date)
      },
      "date(timestamptz)": { (values, _) throws(EngineFailure) in
        try values[0].cast(from: .timestamptz, to: .date)
      },
      "timestamp_mi(timestamp,timestamp)": difference,
      "timestamptz_mi(timestamptz,timestamptz)": difference,
      "time_mi_time(time,time)": { (values, _) throws(EngineFailure) in
        .interval(
          Interval(microseconds: try values[0].microseconds() - values[1].microseconds()))
      },
      "datetime_pl(date,time)": { (values, _) throws(EngineFailure) in
        try dateAndTime(values[0], values[1])
      },
      "timedate_pl(time,date)": { (values, _) throws(EngineFailure) in
        try dateAndTime(values[1], values[0])
      },
      "interval_pl(interval,interval)": { (values, _) throws(EngineFailure) in
        .interval(try sum(values[0].intervalValue(), values[1].intervalValue()))
      },
      "interval_mi(interval,interval)": { (values, _) throws(EngineFailure) in
        .interval(try sum(values[0].intervalValue(), negated(values[1].intervalValue())))
      },
      "interval_um(interval)": { (values, _) throws(EngineFailure) in
        .interval(try negated(values[0].intervalValue()))
      },
    ]
    for (prefix, type) in [("timestamp", "timestamp"), ("timestamptz", "timestamptz")] {
      bodies["\(prefix)_pl_interval(\(type),interval)"] = shifted(by: 1, timeFirst: true)
      bodies["\(prefix)_mi_interval(\(type),interval)"] = shifted(by: -1, timeFirst: true)
      bodies["interval_pl_\(prefix)(interval,\(type))"] = shifted(by: 1, timeFirst: false)
    }
    bodies["date_pl_interval(date,interval)"] = shifted(by: 1, timeFirst: true)
    bodies["date_mi_interval(date,interval)"] = shifted(by: -1, timeFirst: true)
    bodies["interval_pl_date(interval,date)"] = shifted(by: 1, timeFirst: false)
    bodies["time_pl_interval(time,interval)"] = timeShifted(by: 1, timeFirst: true)
    bodies["time_mi_interval(time,interval)"] = timeShifted(by: -1, timeFirst: true)
    bodies["interval_pl_time(interval,time)"] = timeShifted(by: 1, timeFirst: false)
    return bodies
  }()

  private static func dateAndDays(_ sign: Int64, dateFirst: Bool) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let date = try values[dateFirst ? 0 : 1].days()
      let count = try values[dateFirst ? 1 : 0].integerValue()
      if date.magnitude == CivilTime.infinity.magnitude { return .date(date) }
      let result = date + sign * count
      // From 4713 BC to 5874897 AD.
      guard CivilTime.dates.contains(result) else {
        throw .postgres(PostgresError(.datetimeFieldOverflow, "date out of range"))
      }
      return .date(result)
    }
  }

  private static func dateAndTime(
    _ date: SQLValue, _ time: SQLValue
  ) throws(EngineFailure) -> SQLValue {
    let midnight = try date.cast(from: .date, to: .timestamp)
    let span = Interval(microseconds: try time.microseconds())
    return .timestamp(try shift(try midnight.microseconds(), by: span))
  }

  /// From 17 on intervals may be infinite, which the model's are not.
  static func requireFiniteIntervals() throws(EngineFailure) {
    if ValueStyle.current.version >= .v17 { throw .undecided(Undecided("an infinite interval")) }
  }

  private static let difference: BuiltinBody = { (values, _) throws(EngineFailure) in
    let (a, b) = (try values[0].microseconds(), try values[1].microseconds())
    guard CivilTime.timestamps.contains(a), CivilTime.timestamps.contains(b) else {
      try requireFiniteIntervals()
      throw .postgres(
        PostgresError(.datetimeFieldOverflow, "cannot subtract infinite timestamps"))
    }
    let (value, overflow) = a.subtractingReportingOverflow(b)
    guard !overflow else {
      throw .postgres(PostgresError(.datetimeFieldOverflow, "interval out of range"))
    }
    let (days, rest) = value.quotientAndRemainder(dividingBy: CivilTime.microsecondsPerDay)
    return .interval(Interval(days: Int32(truncatingIfNeeded: days), microseconds: rest))
  }

  static func negated(_ value: Interval) throws(EngineFailure) -> Interval {
    try sum(
      Interval(),
      Interval(
        months: 0 &- value.months, days: 0 &- value.days, microseconds: 0 &- value.microseconds))
  }

  private static let outOfRange = EngineFailure.postgres(
    PostgresError(.datetimeFieldOverflow, "interval out of range"))

  static func sum(_ a: Interval, _ b: Interval) throws(EngineFailure) -> Interval {
    let months = a.months.addingReportingOverflow(b.months)
    let days = a.days.addingReportingOverflow(b.days)
    let time = a.microseconds.addingReportingOverflow(b.microseconds)
    guard !months.overflow, !days.overflow, !time.overflow else { throw outOfRange }
    return Interval(
      months: months.partialValue, days: days.partialValue, microseconds: time.partialValue)
  }

  private static func shifted(by sign: Int, timeFirst: Bool) -> BuiltinBody {
    { (values, call) throws(EngineFailure) in
      var (time, interval) = (values[timeFirst ? 0 : 1], values[timeFirst ? 1 : 0])
      if case .date = time { time = try time.cast(from: .date, to: .timestamp) }
      let span = try interval.intervalValue()
      if case .undetermined(var clock) = time, let approximate = clock.approximateTime {
        let moved = try shift(approximate, by: sign < 0 ? try negated(span) : span)
        clock.approximateTime = moved
        // Months have 28 to 31 days.
        if span.months != 0 { clock.slack += 4 * CivilTime.microsecondsPerDay }
        let isElsewhere = ValueStyle.current.timeZone.name != TimeZoneRules.utc.name
        if isElsewhere, span.months != 0 || span.days != 0 { clock.reading = nil }
        return .undetermined(clock)
      }
      interval = .interval(sign < 0 ? try negated(span) : span)
      let moment = try time.microseconds()
      guard call.builtin.result == .timestamptz else {
        return .timestamp(try shift(moment, by: try interval.intervalValue()))
      }
      return .timestamp(try shiftZoned(moment, by: try interval.intervalValue()))
    }
  }

  /// Months and days go by the calendar of the session's time zone, time by the clock.
  /// Source: `timestamptz_pl_interval()`.
  static func shiftZoned(_ moment: Int64, by span: Interval) throws(EngineFailure) -> Int64 {
    guard CivilTime.timestamps.contains(moment) else { return moment }
    let zone = ValueStyle.current.timeZone
    var moment = moment
    for part in [Interval(months: span.months), Interval(days: span.days)] where part != Interval()
    {
      guard let local = CivilTime.local(moment, zone),
        let shifted = CivilTime.moment(try shift(local, by: part), zone)
      else {
        throw .postgres(PostgresError(.datetimeFieldOverflow, "timestamp out of range"))
      }
      moment = shifted
    }
    return try shift(moment, by: Interval(microseconds: span.microseconds))
  }

  /// Months first, to the month's last day at most; then days, then time.
  /// Source: `timestamp_pl_interval()`.
  static func shift(_ time: Int64, by span: Interval) throws(EngineFailure) -> Int64 {
    guard CivilTime.timestamps.contains(time) else { return time }
    var (days, rest) = CivilTime.split(time)
    if span.months != 0 {
      var (year, month, day) = CivilTime.civil(days: days)
      month += Int64(span.months)
      year += (month - 1) >= 0 ? (month - 1) / 12 : (month - 12) / 12
      month = (month - 1) % 12 + 1
      if month < 1 { month += 12 }
      let next = month == 12 ? (year + 1, Int64(1)) : (year, month + 1)
      let length =
        CivilTime.days(year: next.0, month: next.1, day: 1)
        - CivilTime.days(year: year, month: month, day: 1)
      day = min(day, length)
      days = CivilTime.days(year: year, month: month, day: day)
    }
    days += Int64(span.days)
    let whole = days.multipliedReportingOverflow(by: CivilTime.microsecondsPerDay)
    rest = whole.partialValue &+ rest
    let result = rest.addingReportingOverflow(span.microseconds)
    guard !whole.overflow, !result.overflow, CivilTime.timestamps.contains(result.partialValue)
    else {
      throw .postgres(PostgresError(.datetimeFieldOverflow, "timestamp out of range"))
    }
    return result.partialValue
  }

  private static func timeShifted(by sign: Int64, timeFirst: Bool) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let time = try values[timeFirst ? 0 : 1].microseconds()
      let span = try values[timeFirst ? 1 : 0].intervalValue()
      let day = CivilTime.microsecondsPerDay
      return .time(CivilTime.split(time + sign * (span.microseconds % day)).time)
    }
  }
}

extension SQLValue {
  func days() throws(EngineFailure) -> Int64 {
    guard case .date(let days) = self else {
      throw .undecided(Undecided("a value that is not a date"))
    }
    return days
  }

  /// Of a time or a timestamp.
  func microseconds() throws(EngineFailure) -> Int64 {
    switch self {
    case .time(let value), .timestamp(let value): return value
    default: throw .undecided(Undecided("a value that is not a time"))
    }
  }

  func intervalValue() throws(EngineFailure) -> Interval {
    guard case .interval(let value) = self else {
      throw .undecided(Undecided("a value that is not an interval"))
    }
    return value
  }
}
