import AccessModel

extension SQLValue {
  /// Dates, times and intervals; nil for pairs that do not convert.
  /// Source: `date.c`, `timestamp.c`.
  func time(
    from source: DataType, to target: DataType
  ) throws(EngineFailure) -> SQLValue? {
    let zone = ValueStyle.current.timeZone
    switch (self, target) {
    case (.date(let days), .timestamp), (.date(let days), .timestamptz):
      if days == CivilTime.infinity { return .timestamp(.max) }
      if days == -CivilTime.infinity { return .timestamp(.min) }
      let (value, overflow) = days.multipliedReportingOverflow(by: CivilTime.microsecondsPerDay)
      guard !overflow, CivilTime.timestamps.contains(value) else {
        // An error of a cast, but comparisons convert without one.
        throw .undecided(Undecided("a date out of range for timestamp"))
      }
      return target == .timestamp ? .timestamp(value) : try Self.moment(value, zone)
    case (.timestamp(let value), .date):
      if value == .max { return .date(CivilTime.infinity) }
      if value == .min { return .date(-CivilTime.infinity) }
      return .date(CivilTime.split(try Self.local(value, source, zone)).days)
    case (.timestamp(let value), .time):
      if value == .max || value == .min { return .null }
      return .time(CivilTime.split(try Self.local(value, source, zone)).time)
    case (.timestamp(let value), .timestamp):
      return .timestamp(try Self.local(value, source, zone))
    case (.timestamp(let value), .timestamptz):
      return source == .timestamp ? try Self.moment(value, zone) : self
    case (.time(let value), .interval): return .interval(Interval(microseconds: value))
    case (.interval(let value), .time):
      return .time(CivilTime.split(value.microseconds).time)
    default: return nil
    }
  }

  private static func local(
    _ value: Int64, _ source: DataType, _ zone: TimeZoneRules
  ) throws(EngineFailure) -> Int64 {
    guard source == .timestamptz else { return value }
    guard let local = CivilTime.local(value, zone) else { throw timestampOutOfRange }
    return local
  }

  private static func moment(
    _ local: Int64, _ zone: TimeZoneRules
  ) throws(EngineFailure) -> SQLValue {
    guard let moment = CivilTime.moment(local, zone) else { throw timestampOutOfRange }
    return .timestamp(moment)
  }

  private static let timestampOutOfRange = EngineFailure.undecided(
    Undecided("a timestamp out of range in the time zone"))
}
