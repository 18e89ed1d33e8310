import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Parts of times, and times from parts.
  /// Source: `timestamp_part_common()`, `timestamp_trunc()`, `extract_date()`.
  static let timeParts: [String: BuiltinBody] = {
    let bodies: [String: BuiltinBody] = [
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
      "age(timestamp,timestamp)": age, "age(timestamptz,timestamptz)": age,
    ]
    return bodies
  }()

  private static let isFinite: BuiltinBody = { (values, _) throws(EngineFailure) in
    .boolean(CivilTime.timestamps.contains(try values[0].microseconds()))
  }

  /// Sunday is 0; 2000-01-01 was a Saturday.
  static func weekday(_ days: Int64) -> Int64 { ((days + 6) % 7 + 7) % 7 }

  /// Years and months as people count them. Source: `timestamp_age()`.
  private static let age: BuiltinBody = { (values, call) throws(EngineFailure) in
    var (a, b) = (try values[0].microseconds(), try values[1].microseconds())
    guard CivilTime.timestamps.contains(a), CivilTime.timestamps.contains(b) else {
      throw .undecided(Undecided("the age of an infinite time"))
    }
    if call.builtin.arguments[0] == .timestamptz {
      let zone = ValueStyle.current.timeZone
      (a, b) = (CivilTime.local(a, zone) ?? a, CivilTime.local(b, zone) ?? b)
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
