import AccessModel
import SQLBinding

/// What is computed of the clock's time: between what the earliest and the latest time give that it
/// may be. Where both give the same, that is it.
enum ClockArithmetic {
  /// Of two times they say how far the one is from the other.
  private static let differences: Set = [
    "date_mi(date,date)", "timestamp_mi(timestamp,timestamp)",
    "timestamptz_mi(timestamptz,timestamptz)", "age(timestamp,timestamp)",
    "age(timestamptz,timestamptz)",
  ]
  /// Of times in a row they give values in a row.
  private static let monotone = differences.union([
    "date_trunc(text,timestamp)", "date_trunc(text,timestamptz)",
  ])

  private static let parts: Set = [
    "year", "decade", "century", "millennium", "isoyear", "epoch", "julian", "years",
  ]
  private static let dated: Set<DataType> = [.date, .timestamp, .timestamptz]
  /// The same for all days between two of one month.
  private static let partsOfMonths: Set = ["month", "months", "quarter"]

  /// What a built-in gives for arguments that are not all determined; nil: this does not tell.
  static func value(_ values: [SQLValue], _ call: BuiltinCall) throws(EngineFailure) -> SQLValue? {
    let id = call.builtin.id
    if let moved = try moved(values, id) { return moved }
    if let truth = try compared(values, call) { return truth }
    guard let body = BuiltinLibrary.body(of: call.builtin) else { return nil }
    if values.count == 2, case .undetermined(let a) = values[0],
      case .undetermined(let b) = values[1]
    {
      guard differences.contains(id),
        let distance = distance(a, b, ofDates: id == "date_mi(date,date)")
      else { return nil }
      // As many days are more or fewer months elsewhere in the calendar.
      let day = CivilTime.microsecondsPerDay
      let hasMonths = max(distance.lowerBound.magnitude, distance.upperBound.magnitude) > 27 * day
      let leeway = id.hasPrefix("age(") && hasMonths ? 3 * day : 0
      return try between(
        body(times(distance.lowerBound - leeway, 0, call), call),
        body(times(distance.upperBound + leeway, 0, call), call), a)
    }
    guard let place = values.firstIndex(where: \.isUndetermined),
      case .undetermined(let clock) = values[place],
      !values[(place + 1)...].contains(where: \.isUndetermined),
      let (low, high) = clock.ends(as: call.builtin.arguments[place])
    else { return nil }
    func result(_ end: SQLValue) throws(EngineFailure) -> SQLValue {
      var values = values
      values[place] = end
      return try body(values, call)
    }
    if monotone.contains(id) { return try between(result(low), result(high), clock) }
    if id.hasPrefix("extract(") || id.hasPrefix("date_part("), case .text(let part) = values[0] {
      let part = part.string.lowercased()
      if parts.contains(part) { return try between(result(low), result(high), clock) }
      guard partsOfMonths.contains(part), isShort(low, high) else { return nil }
      let (first, last) = (try result(low), try result(high))
      return first == last ? first : nil
    }
    if id.hasPrefix("to_char(time"), case .text(let format) = values[1],
      format.string.allSatisfy({ "YM-/_ ".contains($0) }), isShort(low, high)
    {
      let (first, last) = (try result(low), try result(high))
      return first == last ? first : nil
    }
    return nil
  }

  /// Whether there is no other month between two of one.
  private static func isShort(_ low: SQLValue, _ high: SQLValue) -> Bool {
    switch (low, high) {
    case (.date(let first), .date(let last)): last - first < 27
    case (.timestamp(let first), .timestamp(let last)):
      last - first < 27 * CivilTime.microsecondsPerDay
    default: false
    }
  }

  /// Dates so many days away, and what a time is cut to.
  private static func moved(_ values: [SQLValue], _ id: String) throws(EngineFailure) -> SQLValue? {
    let day = CivilTime.microsecondsPerDay
    switch (id, values.first, values.last) {
    case ("date_pli(date,int4)", .undetermined(let clock), .integer(let days)),
      ("integer_pl_date(int4,date)", .integer(let days), .undetermined(let clock)):
      return clock.moved(by: days * day).map { .undetermined($0) }
    case ("date_mii(date,int4)", .undetermined(let clock), .integer(let days)):
      return clock.moved(by: -days * day).map { .undetermined($0) }
    case ("date_trunc(text,timestamp)", .text(let unit), .undetermined(let clock)),
      ("date_trunc(text,timestamptz)", .text(let unit), .undetermined(let clock)):
      let span: Int64? =
        switch unit.string.lowercased() {
        case "second", "seconds": 1_000_000
        case "minute", "minutes": 60_000_000
        case "hour", "hours": 3_600_000_000
        case "day", "days": day
        default: nil
        }
      guard let span, var result = clock.moved(by: -span / 2) else { return nil }
      result.slack += span / 2
      return .undetermined(result)
    default: return nil
    }
  }

  /// Of a date with a time, or of times with and without zones.
  private static func compared(
    _ values: [SQLValue], _ call: BuiltinCall
  ) throws(EngineFailure) -> SQLValue? {
    let (name, types) = (call.builtin.name, call.builtin.arguments)
    guard call.builtin.isOperator, values.count == 2, types.allSatisfy({ dated.contains($0) })
    else { return nil }
    let common: DataType = types.contains(.timestamptz) ? .timestamptz : .timestamp
    let (a, b) = (
      try values[0].cast(from: types[0], to: common), try values[1].cast(from: types[1], to: common)
    )
    guard let order = SQLValue.compare(a, b) else { return nil }
    switch name {
    case "<": return .boolean(order < 0)
    case "<=": return .boolean(order <= 0)
    case ">": return .boolean(order > 0)
    case ">=": return .boolean(order >= 0)
    case "=": return .boolean(order == 0)
    case "<>": return .boolean(order != 0)
    default: return nil
    }
  }

  private static func times(_ a: Int64, _ b: Int64, _ call: BuiltinCall) -> [SQLValue] {
    [a, b].enumerated().map { call.builtin.arguments[$0] == .date ? .date($1) : .timestamp($1) }
  }

  /// How far one time is from another of the same clock: in microseconds, of dates in days.
  private static func distance(
    _ a: Undetermined, _ b: Undetermined, ofDates: Bool
  ) -> ClosedRange<Int64>? {
    if ofDates, let days = a.days(since: b) { return days...days }
    guard let distance = a.distance(from: b) else { return nil }
    guard ofDates else { return distance }
    let day = CivilTime.microsecondsPerDay
    return (distance.lowerBound / day - 1)...(distance.upperBound / day + 1)
  }

  private static func between(_ a: SQLValue, _ b: SQLValue, _ clock: Undetermined) -> SQLValue? {
    guard let order = SQLValue.compare(a, b) else { return nil }
    if order == 0 { return a == b ? a : nil }
    return .undetermined(order < 0 ? .between(a, b, clock) : .between(b, a, clock))
  }
}
