import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Times from numbers, and intervals multiplied and made regular.
  /// Source: `date.c`, `timestamp.c`.
  static let timeMaking: [String: BuiltinBody] = {
    var bodies = timeMakers
    for type in ["time", "timestamp", "timestamptz"] {
      for (first, second) in [(type, type), (type, "interval"), ("interval", type)]
        + [("interval", "interval")]
      {
        bodies["overlaps(\(type),\(first),\(type),\(second))"] = overlaps
      }
    }
    return bodies
  }()

  private static let timeMakers: [String: BuiltinBody] = [
    "make_time(int4,int4,float8)": { (values, _) throws(EngineFailure) in
      .time(try clock(values[...]))
    },
    "make_timestamp(int4,int4,int4,int4,int4,float8)": { (values, _) throws(EngineFailure) in
      .timestamp(try local(values))
    },
    "make_timestamptz(int4,int4,int4,int4,int4,float8)": { (values, _) throws(EngineFailure) in
      try moment(local(values), ValueStyle.current.timeZone)
    },
    "make_timestamptz(int4,int4,int4,int4,int4,float8,text)": { (values, _) throws(EngineFailure) in
      let zone = try values[6].textValue()
      guard zone.unicodeScalars.first?.properties.isAlphabetic == true else {
        throw .undecided(Undecided("the time zone `\(zone)`"))
      }
      return try moment(local(Array(values.prefix(6))), try TimeZoneRules.zone(zone))
    },
    "justify_hours(interval)": { (values, _) throws(EngineFailure) in
      .interval(try justifiedHours(try values[0].intervalValue()))
    },
    "justify_days(interval)": { (values, _) throws(EngineFailure) in
      .interval(try justifiedDays(try values[0].intervalValue()))
    },
    "justify_interval(interval)": { (values, _) throws(EngineFailure) in
      .interval(try justified(try values[0].intervalValue()))
    },
    "interval_mul(interval,float8)": { (values, _) throws(EngineFailure) in
      let factor = try values[1].doubleValue()
      return .interval(try scaled(try values[0].intervalValue()) { $0 * factor })
    },
    "mul_d_interval(float8,interval)": { (values, _) throws(EngineFailure) in
      let factor = try values[0].doubleValue()
      return .interval(try scaled(try values[1].intervalValue()) { $0 * factor })
    },
    "interval_div(interval,float8)": { (values, _) throws(EngineFailure) in
      let divisor = try values[1].doubleValue()
      guard divisor != 0 else { throw Arithmetic.divisionByZero }
      return .interval(try scaled(try values[0].intervalValue()) { $0 / divisor })
    },
    "isfinite(interval)": { (_, _) throws(EngineFailure) in .boolean(true) },
    "date_bin(interval,timestamp,timestamp)": bin,
    "date_bin(interval,timestamptz,timestamptz)": bin,
  ]

  static func product(_ span: Interval, _ factor: Double) throws(EngineFailure) -> Interval {
    try scaled(span) { $0 * factor }
  }

  static func quotient(_ span: Interval, _ divisor: Double) throws(EngineFailure) -> Interval {
    try scaled(span) { $0 / divisor }
  }

  static let intervalOutOfRange = EngineFailure.postgres(
    PostgresError(.datetimeFieldOverflow, "interval out of range"))

  private static func two(_ value: Int64) -> String {
    value < 0 ? "\(value)" : value < 10 ? "0\(value)" : "\(value)"
  }

  private static func clock(_ values: ArraySlice<SQLValue>) throws(EngineFailure) -> Int64 {
    let start = values.startIndex
    let (hour, minute) = (
      try values[start].integerValue(), try values[start + 1].integerValue()
    )
    let second = try values[start + 2].doubleValue()
    guard hour >= 0, hour <= 24, minute >= 0, minute < 60, second >= 0, second <= 60 else {
      throw clockError(hour, minute, second)
    }
    let microseconds = Int64((second * 1_000_000).rounded(.toNearestOrEven))
    let time = (hour * 60 + minute) * 60_000_000 + microseconds
    guard time <= CivilTime.microsecondsPerDay else { throw clockError(hour, minute, second) }
    return time
  }

  private static func clockError(
    _ hour: Int64, _ minute: Int64, _ second: Double
  ) -> EngineFailure {
    guard let whole = Int64(exactly: second) else {
      return .undecided(Undecided("the error of a time of \(second) seconds"))
    }
    return .postgres(
      PostgresError(
        .datetimeFieldOverflow,
        "time field value out of range: \(hour):\(two(minute)):\(two(whole))"))
  }

  private static func local(_ values: [SQLValue]) throws(EngineFailure) -> Int64 {
    var (year, month, day) = (
      try values[0].integerValue(), try values[1].integerValue(), try values[2].integerValue()
    )
    let written = "\(year)-\(two(month))-\(two(day))"
    let isKnown = year != 0
    if year < 0 { year += 1 }
    guard isKnown, (1...12).contains(month), (1...31).contains(day), year.magnitude < 6_000_000,
      case let days = CivilTime.days(year: year, month: month, day: day),
      CivilTime.civil(days: days).month == month
    else {
      throw .postgres(
        PostgresError(
          .datetimeFieldOverflow, "date field value out of range: \(written)"))
    }
    guard days >= -2_451_545 else {
      throw .postgres(
        PostgresError(.datetimeFieldOverflow, "date out of range: \(written)"))
    }
    let time = try clock(values[3...])
    let (whole, overflow) = days.multipliedReportingOverflow(by: CivilTime.microsecondsPerDay)
    let sum = whole.addingReportingOverflow(time)
    guard !overflow, !sum.overflow, CivilTime.timestamps.contains(sum.partialValue) else {
      throw .undecided(Undecided("a timestamp out of range"))
    }
    return sum.partialValue
  }

  private static func moment(
    _ local: Int64, _ zone: TimeZoneRules
  ) throws(EngineFailure) -> SQLValue {
    guard let moment = CivilTime.moment(local, zone) else {
      throw .postgres(PostgresError(.datetimeFieldOverflow, "timestamp out of range"))
    }
    return .timestamp(moment)
  }

  private static func added(_ a: Int32, _ b: Int64) throws(EngineFailure) -> Int32 {
    guard let sum = Int32(exactly: Int64(a) + b) else { throw intervalOutOfRange }
    return sum
  }

  private static func justifiedHours(_ span: Interval) throws(EngineFailure) -> Interval {
    var result = span
    let (days, rest) = span.microseconds.quotientAndRemainder(
      dividingBy: CivilTime.microsecondsPerDay)
    result.microseconds = rest
    result.days = try added(span.days, days)
    if result.days > 0, result.microseconds < 0 {
      result.microseconds += CivilTime.microsecondsPerDay
      result.days -= 1
    } else if result.days < 0, result.microseconds > 0 {
      result.microseconds -= CivilTime.microsecondsPerDay
      result.days += 1
    }
    return result
  }

  private static func justifiedDays(_ span: Interval) throws(EngineFailure) -> Interval {
    var result = span
    result.days = span.days % 30
    result.months = try added(span.months, Int64(span.days / 30))
    if result.months > 0, result.days < 0 {
      result.days += 30
      result.months -= 1
    } else if result.months < 0, result.days > 0 {
      result.days -= 30
      result.months += 1
    }
    return result
  }

  /// Source: `interval_justify_interval()`.
  private static func justified(_ span: Interval) throws(EngineFailure) -> Interval {
    var result = span
    if result.days > 0 && result.microseconds > 0 || result.days < 0 && result.microseconds < 0 {
      result.months = try added(result.months, Int64(result.days / 30))
      result.days %= 30
    }
    let (days, rest) = result.microseconds.quotientAndRemainder(
      dividingBy: CivilTime.microsecondsPerDay)
    result.microseconds = rest
    result.days = try added(result.days, days)
    result.months = try added(result.months, Int64(result.days / 30))
    result.days %= 30
    if result.months > 0, result.days < 0 || result.days == 0 && result.microseconds < 0 {
      result.days += 30
      result.months -= 1
    } else if result.months < 0, result.days > 0 || result.days == 0 && result.microseconds > 0 {
      result.days -= 30
      result.months += 1
    }
    if result.days > 0, result.microseconds < 0 {
      result.microseconds += CivilTime.microsecondsPerDay
      result.days -= 1
    } else if result.days < 0, result.microseconds > 0 {
      result.microseconds -= CivilTime.microsecondsPerDay
      result.days += 1
    }
    return result
  }

  /// Parts of months go on to days, parts of days to the time. Source: `interval_mul()`.
  private static func scaled(
    _ span: Interval, _ scale: (Double) -> Double
  ) throws(EngineFailure) -> Interval {
    let months = scale(Double(span.months))
    let days = scale(Double(span.days))
    func fits(_ value: Double) -> Bool { value >= -2_147_483_648 && value < 2_147_483_648 }
    if !scale(1).isFinite { try requireFiniteIntervals() }
    guard fits(months), fits(days) else { throw intervalOutOfRange }
    var result = Interval(months: Int32(months), days: Int32(days))
    let monthDays = rounded((months - Double(result.months)) * 30)
    var seconds = rounded(
      (days - Double(result.days) + monthDays - monthDays.rounded(.towardZero)) * 86400)
    if seconds.magnitude >= 86400 {
      result.days = try added(result.days, Int64(seconds / 86400))
      seconds -= (seconds / 86400).rounded(.towardZero) * 86400
    }
    result.days = try added(result.days, Int64(monthDays))
    let time = (scale(Double(span.microseconds)) + seconds * 1_000_000).rounded(.toNearestOrEven)
    guard time >= -9_223_372_036_854_775_808, time < 9_223_372_036_854_775_808 else {
      throw intervalOutOfRange
    }
    result.microseconds = Int64(time)
    return result
  }

  /// To the microsecond. Source: `TSROUND`.
  private static func rounded(_ value: Double) -> Double {
    (value * 1_000_000).rounded(.toNearestOrEven) / 1_000_000
  }

  /// Source: `timestamp_bin()`.
  private static let bin: BuiltinBody = { (values, _) throws(EngineFailure) in
    let span = try values[0].intervalValue()
    let (time, origin) = (try values[1].microseconds(), try values[2].microseconds())
    func outOfRange(_ what: String) -> EngineFailure {
      .postgres(PostgresError(.datetimeFieldOverflow, what))
    }
    guard CivilTime.timestamps.contains(time) else { return values[1] }
    guard CivilTime.timestamps.contains(origin) else { throw outOfRange("origin out of range") }
    guard span.months == 0 else {
      throw .postgres(
        PostgresError(
          .featureNotSupported,
          "timestamps cannot be binned into intervals containing months or years"))
    }
    let days = Int64(span.days).multipliedReportingOverflow(by: CivilTime.microsecondsPerDay)
    let stride = days.partialValue.addingReportingOverflow(span.microseconds)
    guard !days.overflow, !stride.overflow else { throw intervalOutOfRange }
    guard stride.partialValue > 0 else {
      throw outOfRange("stride must be greater than zero")
    }
    let distance = time.subtractingReportingOverflow(origin)
    guard !distance.overflow else { throw intervalOutOfRange }
    let rest = distance.partialValue % stride.partialValue
    var result = origin + (distance.partialValue - rest)
    if rest < 0 {
      let lower = result.subtractingReportingOverflow(stride.partialValue)
      guard !lower.overflow, CivilTime.timestamps.contains(lower.partialValue) else {
        throw outOfRange("timestamp out of range")
      }
      result = lower.partialValue
    }
    return .timestamp(result)
  }

  private static func ending(
    _ start: SQLValue, _ span: Interval, _ type: DataType
  ) throws(EngineFailure) -> SQLValue {
    switch start {
    case .null: return .null
    case .time(let time):
      return .time(
        CivilTime.split(time + span.microseconds % CivilTime.microsecondsPerDay).time)
    default:
      let time = try start.microseconds()
      return .timestamp(
        type == .timestamptz ? try shiftZoned(time, by: span) : try shift(time, by: span))
    }
  }

  /// Source: `overlaps_timestamp()`; a NULL may leave the answer sure.
  private static let overlaps: BuiltinBody = { (values, call) throws(EngineFailure) in
    var values = values
    // An interval says how long, not until when.
    for place in [1, 3] {
      guard case .interval(let span) = values[place] else { continue }
      values[place] = try ending(values[place - 1], span, call.builtin.arguments[0])
    }
    func sorted(_ a: SQLValue, _ b: SQLValue) throws(EngineFailure) -> (SQLValue, SQLValue)? {
      if a.isNull { return b.isNull ? nil : (b, .null) }
      if b.isNull { return (a, .null) }
      return try greater(a, b) ? (b, a) : (a, b)
    }
    func greater(_ a: SQLValue, _ b: SQLValue) throws(EngineFailure) -> Bool {
      guard let order = SQLValue.compare(a, b) else { throw .undecided(Undecided("OVERLAPS")) }
      return order > 0
    }
    guard let (start, end) = try sorted(values[0], values[1]),
      let (otherStart, otherEnd) = try sorted(values[2], values[3])
    else { return .null }
    if try greater(start, otherStart) {
      if otherEnd.isNull { return .null }
      if try greater(otherEnd, start) { return .boolean(true) }
      return end.isNull ? .null : .boolean(false)
    }
    if try greater(otherStart, start) {
      if end.isNull { return .null }
      if try greater(end, otherStart) { return .boolean(true) }
      return otherEnd.isNull ? .null : .boolean(false)
    }
    return end.isNull || otherEnd.isNull ? .null : .boolean(true)
  }
}
