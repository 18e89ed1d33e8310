import AccessModel

/// Reads dates, times and timestamps in every spelling that PostgreSQL takes.
///
/// Dates by units (`y2001m02d04`) are undecided, since versions differ.
/// Source: `DecodeDateTime()` and `DecodeTimeOnly()` in `datetime.c`.
struct DateTimeReader {
  enum Meaning { case time, epoch, infinity, minusInfinity, now, relativeDay }

  enum Failure: Error {
    case badFormat, overflow, monthOrDay, displacement, outOfRange
    case unknownZone(String)
    case undecided(String)
  }

  struct Mask: OptionSet {
    let rawValue: Int
    static let year = Mask(rawValue: 1)
    static let month = Mask(rawValue: 2)
    static let day = Mask(rawValue: 4)
    static let time = Mask(rawValue: 8)
    static let zone = Mask(rawValue: 16)
    static let dayOfYear = Mask(rawValue: 32)
    static let halfDay = Mask(rawValue: 64)
    static let era = Mask(rawValue: 128)
    static let weekday = Mask(rawValue: 256)
    static let daylight = Mask(rawValue: 512)
    static let date: Mask = [.year, .month, .day]
  }

  enum Zone {
    case offset(Int64)
    case named(TimeZoneRules)
  }

  private enum Pending { case julian, isoTime }

  // What has been read. The year is astronomical once all is read.
  var (year, month, day): (Int64, Int64, Int64) = (0, 0, 0)
  var (hour, minute, second, microsecond): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
  private(set) var zone: Zone?
  private(set) var meaning = Meaning.time
  private var dayOfYear: Int64 = 0
  var known: Mask = []
  var hasTwoDigits = false
  private var isJulian = false
  private var isBeforeChrist = false
  private var isAfternoon: Bool?
  var hasTextMonth = false
  private var pending: Pending?
  let order = ValueStyle.current.dateOrder
  private let isTimeOnly: Bool
  /// Whether a zone may be written.
  private let takesZone: Bool

  init(_ text: String, isTimeOnly: Bool = false, takesZone: Bool = true) throws(Failure) {
    self.isTimeOnly = isTimeOnly
    self.takesZone = takesZone
    guard let fields = DateTimeField.split(text) else { throw .badFormat }
    for (index, field) in fields.enumerated() {
      guard let found = try read(field, index, fields) else { continue }
      guard found.isDisjoint(with: known) else { throw .badFormat }
      known.formUnion(found)
    }
    guard pending == nil else { throw .badFormat }
    guard meaning == .time else { return }
    try validate()
  }

  /// The zone's offset for the local time that was read, in seconds east.
  func offset(otherwise rules: TimeZoneRules) -> Int64 {
    switch zone {
    case .offset(let seconds): seconds
    case .named(let rules): rules.offset(ofLocal: localSeconds).seconds
    case nil: rules.offset(ofLocal: localSeconds).seconds
    }
  }

  /// Seconds since 1970, as if the local time were UTC.
  private var localSeconds: Int64 {
    (CivilTime.days(year: year, month: month, day: day) + CivilTime.daysTo2000) * 86400
      + hour * 3600 + minute * 60 + second
  }

  private mutating func read(
    _ field: DateTimeField, _ index: Int, _ fields: [DateTimeField]
  ) throws(Failure) -> Mask? {
    switch field.kind {
    case .date: return try date(field.text, index, fields)
    case .time:
      guard pending == nil || pending == .isoTime else { throw .badFormat }
      pending = nil
      try clock(field.text)
      return .time
    case .zone:
      guard takesZone else { throw .badFormat }
      zone = .offset(try Self.displacement(field.text))
      return .zone
    case .number: return try number(field.text, index, fields)
    case .text, .special: return try word(field.text, index)
    }
  }

  /// A date, or a zone that is written like one.
  private mutating func date(
    _ text: String, _ index: Int, _ fields: [DateTimeField]
  ) throws(Failure) -> Mask {
    let startsWithDigit = text.utf8.first?.isDigit == true
    if pending == .julian {
      guard takesZone else { throw .badFormat }
      pending = nil
      let digits = text.prefix { $0.isNumber }
      guard let value = Int64(digits) else { throw .badFormat }
      (year, month, day) = CivilTime.civil(days: value - 2_451_545)
      isJulian = true
      zone = .offset(try Self.displacement(String(text.dropFirst(digits.count))))
      return [.year, .month, .day, .time, .zone]
    }
    let isDate =
      isTimeOnly
      ? index == 0 && fields.count >= 2
        && (fields[fields.count - 1].kind == .date || fields[1].kind == .time)
      : pending == nil && !known.isSuperset(of: [.month, .day])
    if isDate { return try readDate(text) }
    guard takesZone else { throw .badFormat }
    if startsWithDigit || pending != nil {
      // A time without colons, and its zone.
      guard pending == nil || pending == .isoTime else { throw .badFormat }
      pending = nil
      guard !known.contains(.time), let mark = text.firstIndex(of: "-") else { throw .badFormat }
      zone = .offset(try Self.displacement(String(text[mark...])))
      let found = try numberField(
        String(text[..<mark]), isTimeOnly ? known.union(.date) : known)
      return found.union(.zone)
    }
    zone = .named(try Self.named(text))
    return .zone
  }

  static func named(_ name: String) throws(Failure) -> TimeZoneRules {
    if let rules = TimeZoneRules.named(name) { return rules }
    guard TimeZoneRules.areKnown, !name.utf8.contains(where: \.isDigit) else {
      throw .undecided("the time zone `\(name)`")
    }
    throw .unknownZone(name)
  }

  /// `+hh`, `+hhmm`, `+hh:mm`, `+hh:mm:ss` in seconds.
  static func displacement(_ text: String) throws(Failure) -> Int64 {
    guard let sign = text.first, sign == "+" || sign == "-" else { throw .badFormat }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { throw .badFormat }
    var values: [Int64] = []
    for part in parts {
      guard part.utf8.allSatisfy(\.isDigit) else { throw .badFormat }
      guard let value = part.isEmpty ? 0 : Int64(part), value <= Int64(Int32.max) else {
        throw .displacement
      }
      values.append(value)
    }
    if parts.count == 1, text.utf8.count > 3 { values = [values[0] / 100, values[0] % 100] }
    values += [0, 0]
    guard values[0] <= 15, values[1] < 60, values[2] < 60 else { throw .displacement }
    let seconds = (values[0] * 60 + values[1]) * 60 + values[2]
    return sign == "-" ? -seconds : seconds
  }

  private mutating func number(
    _ text: String, _ index: Int, _ fields: [DateTimeField]
  ) throws(Failure) -> Mask {
    if let waiting = pending {
      pending = nil
      guard waiting == .julian else {
        let found = try numberField(text, known.union(.date))
        guard found == .time else { throw .badFormat }
        return found
      }
      guard !isTimeOnly || takesZone else { throw .badFormat }
      return try julian(text)
    }
    let point = text.firstIndex(of: ".")
    let whole = point.map { text.distance(from: text.startIndex, to: $0) } ?? text.count
    if isTimeOnly {
      if point != nil {
        guard takesZone else { throw .badFormat }
        if index == 0, fields.count >= 2, fields[fields.count - 1].kind == .date {
          return try readDate(text)
        }
        guard whole > 2 else { throw .badFormat }
        return try numberField(text, known.union(.date))
      }
      return text.count > 4
        ? try numberField(text, known.union(.date)) : try number(text, known.union(.date))
    }
    if point != nil, known.isDisjoint(with: .date) { return try readDate(text) }
    if point != nil, whole > 2 { return try numberField(text, known) }
    if text.count >= 6, known.isDisjoint(with: .date) || !known.contains(.time) {
      return try numberField(text, known)
    }
    return try number(text, known)
  }

  private mutating func julian(_ text: String) throws(Failure) -> Mask {
    let digits = text.prefix { $0.isNumber }
    guard let value = Int64(digits), value <= Int64(Int32.max) else { throw .overflow }
    (year, month, day) = CivilTime.civil(days: value - 2_451_545)
    isJulian = true
    guard digits.count < text.count else { return .date }
    guard let fraction = Double("0" + text.dropFirst(digits.count)) else { throw .badFormat }
    let time = Int64((fraction * 86_400_000_000).rounded(.toNearestOrEven))
    (hour, minute) = (time / 3_600_000_000, time / 60_000_000 % 60)
    (second, microsecond) = (time / 1_000_000 % 60, time % 1_000_000)
    return [.year, .month, .day, .time]
  }

  private mutating func word(_ text: String, _ index: Int) throws(Failure) -> Mask? {
    if let offset = TimeZoneAbbreviations.offset(text) {
      guard takesZone else { throw .badFormat }
      zone = .offset(offset.seconds)
      return .zone
    }
    if TimeZoneAbbreviations.changing.contains(text[...]) {
      throw .undecided("the time zone `\(text)`")
    }
    guard let meaning = DateTimeWord.named(text) else {
      guard let rules = TimeZoneRules.named(text) else {
        if !TimeZoneRules.areKnown { throw .undecided("the time zone `\(text)`") }
        throw .badFormat
      }
      guard takesZone else { throw .badFormat }
      zone = .named(rules)
      return .zone
    }
    return try special(meaning)
  }

  private mutating func special(_ word: DateTimeWord) throws(Failure) -> Mask? {
    switch word {
    case .ignored: return nil
    case .now, .midnight: return try clockWord(word)
    case .today, .tomorrow, .yesterday:
      guard !isTimeOnly else { throw .badFormat }
      meaning = .relativeDay
      return .date
    case .epoch, .infinity, .minusInfinity:
      guard !isTimeOnly else { throw .badFormat }
      meaning =
        word == .epoch ? .epoch : word == .infinity ? .infinity : .minusInfinity
      return [.year, .month, .day, .time, .zone]
    case .month(let value):
      guard !isTimeOnly else { throw .badFormat }
      var found = Mask.month
      if known.contains(.month), !hasTextMonth, !known.contains(.day), (1...31).contains(month) {
        (day, found) = (month, .day)
      }
      hasTextMonth = true
      month = value
      return found
    case .morning: isAfternoon = false
    case .afternoon: isAfternoon = true
    case .christian, .beforeChrist:
      isBeforeChrist = word == .beforeChrist
      return .era
    case .weekday:
      guard !isTimeOnly else { throw .badFormat }
      return .weekday
    case .daylight: throw .undecided("daylight saving time written as `DST`")
    case .julian, .isoTime:
      guard pending == nil, isTimeOnly || word == .julian || known.isSuperset(of: .date) else {
        throw .badFormat
      }
      pending = word == .julian ? .julian : .isoTime
      return []
    case .unit: throw .undecided("a date by units")
    }
    return .halfDay
  }

  private mutating func clockWord(_ word: DateTimeWord) throws(Failure) -> Mask {
    if word == .midnight {
      (hour, minute, second) = (0, 0, 0)
      if takesZone { zone = .offset(0) }
      return [.time, .zone]
    }
    meaning = .now
    return [.year, .month, .day, .time, .zone]
  }

  /// Source: `ValidateDate()` and the end of `DecodeDateTime()`.
  private mutating func validate() throws(Failure) {
    if known.contains(.year) {
      if isJulian {
      } else if isBeforeChrist {
        guard year > 0 else { throw .overflow }
        year = -(year - 1)
      } else if hasTwoDigits {
        guard year >= 0 else { throw .overflow }
        year += year < 70 ? 2000 : year < 100 ? 1900 : 0
      } else {
        guard year > 0 else { throw .overflow }
      }
    }
    if known.contains(.dayOfYear) {
      (year, month, day) = CivilTime.civil(
        days: CivilTime.days(year: year, month: 1, day: 1) + dayOfYear - 1)
    }
    if known.contains(.month), !(1...12).contains(month) { throw .monthOrDay }
    if known.contains(.day), !(1...31).contains(day) { throw .monthOrDay }
    if known.isSuperset(of: .date) {
      let next = month == 12 ? (year + 1, Int64(1)) : (year, month + 1)
      let length =
        CivilTime.days(year: next.0, month: next.1, day: 1)
        - CivilTime.days(year: year, month: month, day: 1)
      guard day <= length else { throw .overflow }
    }
    if let isAfternoon {
      guard hour <= 12 else { throw .overflow }
      if !isAfternoon, hour == 12 {
        hour = 0
      } else if isAfternoon, hour != 12 {
        hour += 12
      }
    }
    if isTimeOnly {
      guard known.contains(.time) else { throw .badFormat }
    } else {
      guard known.isSuperset(of: .date) else { throw .badFormat }
    }
    guard hour <= 24, timeOfDay <= CivilTime.microsecondsPerDay else { throw .overflow }
  }

  mutating func setDayOfYear(_ value: Int64) { dayOfYear = value }

  /// Microseconds since midnight.
  var timeOfDay: Int64 { ((hour * 60 + minute) * 60 + second) * 1_000_000 + microsecond }
}
