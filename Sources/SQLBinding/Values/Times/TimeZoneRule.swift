/// When daylight saving begins and ends each year, as POSIX writes it:
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct TimeZoneRule: Sendable {
  /// A day of the year and the local time of it.
  private struct Change: Sendable {
    enum Day: Sendable {
      /// From 1 to 365; 29 February never counts.
      case julian(Int64)
      /// From 0 to 365.
      case number(Int64)
      case weekday(month: Int64, week: Int64, day: Int64)
    }

    var day: Day
    var seconds: Int64

    /// In seconds since 1970 of local time.
    func local(in year: Int64) -> Int64 {
      let first = CivilTime.days(year: year, month: 1, day: 1)
      let isLeap = CivilTime.days(year: year + 1, month: 1, day: 1) - first == 366
      let days: Int64
      switch day {
      case .julian(let number): days = first + number - 1 + (isLeap && number >= 60 ? 1 : 0)
      case .number(let number): days = first + number
      case .weekday(let month, let week, let day):
        let start = CivilTime.days(year: year, month: month, day: 1)
        let end =
          month == 12
          ? CivilTime.days(year: year + 1, month: 1, day: 1)
          : CivilTime.days(year: year, month: month + 1, day: 1)
        let weekday = ((start + 6) % 7 + 7) % 7
        var date = start + (day - weekday + 7) % 7 + (week - 1) * 7
        while date >= end { date -= 7 }
        days = date
      }
      return (days + CivilTime.daysTo2000) * 86400 + seconds
    }
  }

  private let standard: TimeZoneRules.Offset
  private let daylight: (offset: TimeZoneRules.Offset, from: Change, to: Change)?

  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    // The name of a zone without daylight saving may be missing.
    let isNamed = rest.first != UInt8(ascii: "+") && rest.first != UInt8(ascii: "-")
    guard let name = isNamed ? Self.name(&rest) : "", let seconds = Self.clock(&rest) else {
      return nil
    }
    standard = TimeZoneRules.Offset(seconds: -seconds, isDaylight: false, abbreviation: name)
    guard isNamed, let other = Self.name(&rest) else {
      guard rest.isEmpty else { return nil }
      daylight = nil
      return
    }
    let shift = rest.first == UInt8(ascii: ",") ? seconds - 3600 : Self.clock(&rest)
    guard let shift, let from = Self.change(&rest), let to = Self.change(&rest), rest.isEmpty else {
      return nil
    }
    daylight = (
      TimeZoneRules.Offset(seconds: -shift, isDaylight: true, abbreviation: other), from, to
    )
  }

  private static func name(_ rest: inout ArraySlice<UInt8>) -> String? {
    let isQuoted = rest.first == UInt8(ascii: "<")
    if isQuoted { rest.removeFirst() }
    let letters = rest.prefix { byte in
      isQuoted ? byte != UInt8(ascii: ">") : (0x61...0x7A).contains(byte | 0x20)
    }
    guard letters.count >= 3 else { return nil }
    rest = rest.dropFirst(letters.count + (isQuoted ? 1 : 0))
    return String(decoding: letters, as: UTF8.self)
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.count < 6 else { return nil }
    rest = rest.dropFirst(digits.count)
    return Int64(String(decoding: digits, as: UTF8.self))
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  private static func clock(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    let sign = rest.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
    guard var value = number(&rest).map({ $0 * 3600 }) else { return nil }
    var unit: Int64 = 60
    while rest.first == UInt8(ascii: ":"), unit > 0 {
      rest.removeFirst()
      guard let part = number(&rest) else { return nil }
      value += part * unit
      unit /= 60
    }
    return sign == UInt8(ascii: "-") ? -value : value
  }

  private static func change(_ rest: inout ArraySlice<UInt8>) -> Change? {
    guard rest.popFirst() == UInt8(ascii: ",") else { return nil }
    let day: Change.Day
    switch rest.first {
    case UInt8(ascii: "M"):
      rest.removeFirst()
      guard let month = number(&rest), rest.popFirst() == UInt8(ascii: "."),
        let week = number(&rest), rest.popFirst() == UInt8(ascii: "."), let weekday = number(&rest),
        (1...12).contains(month), (1...5).contains(week), weekday < 7
      else { return nil }
      day = .weekday(month: month, week: week, day: weekday)
    case UInt8(ascii: "J"):
      rest.removeFirst()
      guard let value = number(&rest) else { return nil }
      day = .julian(value)
    default:
      guard let value = number(&rest) else { return nil }
      day = .number(value)
    }
    var seconds: Int64 = 7200
    if rest.first == UInt8(ascii: "/") {
      rest.removeFirst()
      guard let time = clock(&rest) else { return nil }
      seconds = time
    }
    return Change(day: day, seconds: seconds)
  }

  var isConstant: Bool { daylight == nil }

  /// The changes from the year before a moment to the year after it, in order.
  private func changes(around time: Int64) -> [(time: Int64, to: TimeZoneRules.Offset)] {
    guard let daylight else { return [] }
    let days = (time >= 0 ? time : time - 86399) / 86400 - CivilTime.daysTo2000
    let year = CivilTime.civil(days: days).year
    var result: [(time: Int64, to: TimeZoneRules.Offset)] = []
    for year in (year - 1)...(year + 1) {
      result.append((daylight.from.local(in: year) - standard.seconds, daylight.offset))
      result.append((daylight.to.local(in: year) - daylight.offset.seconds, standard))
    }
    return result.sorted { $0.time < $1.time }
  }

  func offset(at time: Int64) -> TimeZoneRules.Offset {
    changes(around: time).last { $0.time <= time }?.to ?? standard
  }

  func nextChange(after time: Int64) -> (time: Int64, to: TimeZoneRules.Offset)? {
    changes(around: time).first { $0.time > time }
  }
}

extension CivilTime {
  /// From 1970-01-01 to 2000-01-01.
  static let daysTo2000: Int64 = 10957
}
