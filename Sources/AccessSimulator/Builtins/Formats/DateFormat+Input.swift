import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Source: `to_date()` and `to_timestamp()` in `formatting.c`.
  static let dateReading: [String: BuiltinBody] = [
    "to_date(text,text)": { (values, _) throws(EngineFailure) in
      let text = try values[0].textValue()
      let time = try DateFormat.read(text, try values[1].textValue())
      let days = CivilTime.days(year: time.year, month: time.month, day: time.day)
      guard CivilTime.dates.contains(days) else {
        throw .postgres(
          PostgresError(.datetimeFieldOverflow, "date out of range: \"\(text)\""))
      }
      return .date(days)
    },
    "to_timestamp(text,text)": { (values, _) throws(EngineFailure) in
      let time = try DateFormat.read(try values[0].textValue(), try values[1].textValue())
      let days = CivilTime.days(year: time.year, month: time.month, day: time.day)
      let clock = ((time.hour * 60 + time.minute) * 60 + time.second) * 1_000_000 + time.fraction
      let outOfRange = PostgresError(.datetimeFieldOverflow, "timestamp out of range")
      guard CivilTime.dates.contains(days),
        case let whole = days.multipliedReportingOverflow(by: CivilTime.microsecondsPerDay),
        !whole.overflow, case let local = whole.partialValue.addingReportingOverflow(clock),
        !local.overflow
      else { throw .postgres(outOfRange) }
      let moment =
        time.offset.map { local.partialValue - $0 * 1_000_000 }
        ?? CivilTime.moment(local.partialValue, ValueStyle.current.timeZone)
      guard let moment, CivilTime.timestamps.contains(moment) else {
        throw .postgres(outOfRange)
      }
      return .timestamp(moment)
    },
  ]
}

/// A date and time that a text says.
struct ReadTime {
  var year: Int64 = 0
  var month: Int64 = 1
  var day: Int64 = 1
  var hour: Int64 = 0
  var minute: Int64 = 0
  var second: Int64 = 0
  /// In microseconds.
  var fraction: Int64 = 0
  /// Seconds east of UTC, where the text has it.
  var offset: Int64?
}

extension DateFormat {
  /// Source: `do_to_timestamp()`.
  static func read(_ text: String, _ format: String) throws(EngineFailure) -> ReadTime {
    // What is quoted is passed over whatever it is, other marks only where there are some.
    let quoted = format.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }
    guard
      quoted.allSatisfy({ $0.element.unicodeScalars.allSatisfy { $0.properties.isAlphabetic } })
    else { throw .undecided(Undecided("this format of a date")) }
    var reader = DateReader(text)
    try reader.read(DateFormat(format).nodes)
    return try reader.fields.time(of: text)
  }
}
