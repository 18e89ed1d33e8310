import AccessModel

extension SQLValue {
  /// Dates, times and timestamps as the session's settings read them.
  static func timeInput(_ text: String, _ type: DataType) throws(EngineFailure) -> SQLValue {
    ValueStyle.current.readings?.note(text, type)
    do throws(DateTimeReader.Failure) {
      let isTime = type == .time || type == .timetz
      let reader = try DateTimeReader(
        text, isTimeOnly: isTime, takesZone: true)
      if isTime { return try clock(reader, type) }
      return try time(reader, text, type)
    } catch {
      throw failure(error, text, type)
    }
  }

  private static func time(
    _ reader: DateTimeReader, _ text: String, _ type: DataType
  ) throws(DateTimeReader.Failure) -> SQLValue {
    switch reader.meaning {
    case .now:
      guard type != .date else { throw .undecided("the date of `\(text)`") }
      return .undetermined(.clock("'\(text)'"))
    case .relativeDay: throw .undecided("the date of `\(text)`")
    case .infinity: return type == .date ? .date(CivilTime.infinity) : .timestamp(.max)
    case .minusInfinity: return type == .date ? .date(-CivilTime.infinity) : .timestamp(.min)
    case .epoch:
      let days = -CivilTime.daysTo2000
      return type == .date ? .date(days) : .timestamp(days * CivilTime.microsecondsPerDay)
    case .time: break
    }
    guard reader.year.magnitude < 6_000_000 else { throw .outOfRange }
    let days = CivilTime.days(year: reader.year, month: reader.month, day: reader.day)
    if type == .date {
      guard CivilTime.dates.contains(days) else { throw .outOfRange }
      return .date(days)
    }
    guard days.magnitude < 200_000_000 else { throw .outOfRange }
    let (value, overflow) = days.multipliedReportingOverflow(by: CivilTime.microsecondsPerDay)
    var (result, overflow2) = value.addingReportingOverflow(reader.timeOfDay)
    if type == .timestamptz {
      let offset = reader.offset(otherwise: ValueStyle.current.timeZone)
      let shifted = result.subtractingReportingOverflow(offset * 1_000_000)
      (result, overflow2) = (shifted.partialValue, overflow2 || shifted.overflow)
    }
    guard !overflow, !overflow2, CivilTime.timestamps.contains(result) else { throw .outOfRange }
    return .timestamp(result)
  }

  private static func clock(
    _ reader: DateTimeReader, _ type: DataType
  ) throws(DateTimeReader.Failure) -> SQLValue {
    guard reader.meaning == .time else { throw .undecided("the time of day now") }
    guard type == .timetz else {
      // Without a date a zone of changing offset says nothing.
      if case .named(let rules) = reader.zone, !rules.isConstant,
        !reader.known.isSuperset(of: .date)
      {
        throw .badFormat
      }
      return .time(reader.timeOfDay)
    }
    throw .undecided("a value of type \(type)")
  }

  private static func failure(
    _ failure: DateTimeReader.Failure, _ text: String, _ type: DataType
  ) -> EngineFailure {
    let name: String
    switch type {
    case .timestamp: name = "timestamp"
    case .time: name = "time"
    default: name = type.description
    }
    switch failure {
    case .badFormat:
      return .postgres(
        PostgresError(
          .invalidDatetimeFormat, "invalid input syntax for type \(name): \"\(text)\""))
    case .overflow, .monthOrDay:
      return .postgres(
        PostgresError(
          .datetimeFieldOverflow, "date/time field value out of range: \"\(text)\"",
          hint: failure.isMonthOrDay
            ? "Perhaps you need a different \"\(ValueStyle.current.dateStyleName)\" setting."
            : nil))
    case .displacement:
      return .postgres(
        PostgresError(
          SQLState(rawValue: "22009"), "time zone displacement out of range: \"\(text)\""))
    case .unknownZone(let zone):
      return .postgres(
        PostgresError(
          SQLState(rawValue: "22023"), "time zone \"\(zone)\" not recognized"))
    case .outOfRange:
      let what = type == .date ? "date" : "timestamp"
      return .postgres(
        PostgresError(.datetimeFieldOverflow, "\(what) out of range: \"\(text)\""))
    case .undecided(let construct): return .undecided(Undecided(construct))
    }
  }
}

extension DateTimeReader.Failure {
  fileprivate var isMonthOrDay: Bool { if case .monthOrDay = self { true } else { false } }
}

extension DataType {
  static let timetz = DataType.other("time with time zone")
}
