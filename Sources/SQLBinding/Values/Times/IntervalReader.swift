import AccessModel

/// Reads an interval's text: `1 day 02:00`, `1.5 hours ago`, `P1DT2H`, `1-2 3 4:05`.
///
/// Source: `DecodeInterval()` in `datetime.c`; manual, 8.5.4 "Interval Input".
struct IntervalReader {
  enum Failure: Error { case badFormat, overflow, outOfRange }

  enum Unit {
    case microsecond, millisecond, second, minute, hour, day, week, month, year, decade, century
    case millennium

    /// Bits that no two fields of a text may share.
    fileprivate var mask: Int {
      switch self {
      case .microsecond: 1
      case .millisecond: 2
      case .second: 4
      case .minute: 8
      case .hour: 16
      case .day: 32
      case .week: 64
      case .month: 128
      case .year: 256
      case .decade: 512
      case .century: 1024
      case .millennium: 2048
      }
    }
  }

  private static let clockMask = 1 | 2 | 4 | 8 | 16

  var years: Int64 = 0
  var months: Int64 = 0
  var days: Int64 = 0
  var microseconds: Int64 = 0
  private let range: IntervalRange?

  private init(_ range: IntervalRange?) { self.range = range }

  /// `range`: what `interval hour to minute` allows.
  static func read(
    _ text: String, _ range: IntervalRange? = nil
  ) throws(EngineFailure) -> Interval {
    do throws(Failure) {
      var reader = IntervalReader(range)
      do throws(Failure) {
        try reader.fields(text)
      } catch {
        guard error == .badFormat else { throw error }
        reader = IntervalReader(range)
        try reader.iso(text)
      }
      guard let months = Int32(exactly: reader.years * 12 + reader.months),
        let days = Int32(exactly: reader.days)
      else { throw .outOfRange }
      return Interval(months: months, days: days, microseconds: reader.microseconds)
    } catch {
      switch error {
      case .badFormat:
        let isInfinite = ["infinity", "+infinity", "-infinity"].contains {
          text.lowercased().split(separator: " ") == [$0[...]]
        }
        if isInfinite, ValueStyle.current.version >= .v17 {
          throw .undecided(Undecided("an infinite interval"))
        }
        throw .postgres(
          PostgresError(
            .invalidDatetimeFormat, "invalid input syntax for type interval: \"\(text)\""))
      case .overflow:
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22015"), "interval field value out of range: \"\(text)\""))
      case .outOfRange:
        throw .postgres(PostgresError(.datetimeFieldOverflow, "interval out of range"))
      }
    }
  }

  private mutating func fields(_ text: String) throws(Failure) {
    guard let fields = DateTimeField.split(text) else { throw .badFormat }
    // In the standard's style one sign at the start is that of all fields.
    let isNegative =
      ValueStyle.current.intervals == .sqlStandard && fields.first?.text.hasPrefix("-") == true
      && !fields.dropFirst().contains { $0.text.hasPrefix("-") || $0.text.hasPrefix("+") }
    var (seen, unit, isBefore) = (0, Unit?.none, false)
    for field in fields.reversed() {
      var found = 0
      switch field.kind {
      case .time:
        try addClock(field.text[...], isNegative: isNegative)
        (found, unit) = (Self.clockMask, .day)
      case .zone where field.text.contains(":"):
        let isMinus = field.text.hasPrefix("-")
        try addClock(field.text.dropFirst(), isNegative: isMinus || isNegative)
        (found, unit) = (Self.clockMask, .day)
      case .zone, .date, .number:
        found = try number(field.text, &unit, isNegative: isNegative)
      case .text, .special:
        let word = String(field.text.prefix(10))
        if word == "ago" {
          isBefore = true
        } else {
          guard let known = Self.units[word] else { throw .badFormat }
          unit = known
        }
      }
      guard seen & found == 0 else { throw .badFormat }
      seen |= found
    }
    guard seen != 0 else { throw .badFormat }
    if isBefore {
      guard microseconds != .min, days != Int64(Int32.min), months != Int64(Int32.min),
        years != Int64(Int32.min)
      else { throw .overflow }
      (years, months, days, microseconds) = (-years, -months, -days, -microseconds)
    }
  }

  /// A number, whose unit is what follows it in the text.
  private mutating func number(
    _ text: String, _ unit: inout Unit?, isNegative: Bool
  ) throws(Failure) -> Int {
    if unit == nil { unit = range?.lastUnit ?? .second }
    let isMinus = text.hasPrefix("-")
    let unsigned = text.drop { $0 == "-" || $0 == "+" }
    let digits = unsigned.prefix { $0.isNumber }
    let rest = unsigned[digits.endIndex...]
    guard digits.utf8.count < 20,
      var value = digits.isEmpty ? 0 : Int64((isMinus ? "-" : "") + digits)
    else { throw .overflow }
    var fraction = 0.0
    if rest.first == "-" {
      // Years and months.
      guard let months = Int64(rest.dropFirst()), rest.dropFirst().first != "-" else {
        throw rest.dropFirst().utf8.allSatisfy(\.isDigit) ? .overflow : .badFormat
      }
      guard months < 12 else { throw .overflow }
      unit = .month
      let years = value.multipliedReportingOverflow(by: 12)
      let sum = years.partialValue.addingReportingOverflow(isMinus ? -months : months)
      guard !years.overflow, !sum.overflow else { throw .overflow }
      value = sum.partialValue
    } else if rest.first == "." {
      guard rest.dropFirst().utf8.allSatisfy(\.isDigit) else { throw .badFormat }
      fraction = rest.count > 1 ? Double("0" + rest) ?? 0 : 0
      if isMinus { fraction = -fraction }
    } else if !rest.isEmpty {
      throw .badFormat
    }
    if isNegative { (value, fraction) = (-Int64(value.magnitude), -fraction.magnitude) }
    let known = unit ?? .second
    try add(value, fraction, known)
    if known == .hour { unit = .day }
    return known == .second && fraction != 0 ? 7 : known.mask
  }

  mutating func add(_ value: Int64, _ fraction: Double, _ unit: Unit) throws(Failure) {
    switch unit {
    case .microsecond: try add(value, fraction, microseconds: 1)
    case .millisecond: try add(value, fraction, microseconds: 1000)
    case .second: try add(value, fraction, microseconds: 1_000_000)
    case .minute: try add(value, fraction, microseconds: 60_000_000)
    case .hour: try add(value, fraction, microseconds: 3_600_000_000)
    case .day:
      try add(days: value, times: 1)
      try add(0, fraction, microseconds: CivilTime.microsecondsPerDay)
    case .week:
      try add(days: value, times: 7)
      try addDays(fraction * 7)
    case .month:
      try add(months: value, times: 1)
      try addDays(fraction * 30)
    case .year: try add(years: value, fraction, 1)
    case .decade: try add(years: value, fraction, 10)
    case .century: try add(years: value, fraction, 100)
    case .millennium: try add(years: value, fraction, 1000)
    }
  }

  /// Of years only whole months are kept.
  private mutating func add(
    years: Int64, _ fraction: Double, _ size: Int64
  ) throws(Failure) {
    guard years.magnitude < 1 << 40 else { throw .overflow }
    self.years += years * size
    guard Int32(exactly: self.years) != nil else { throw .overflow }
    try add(months: Int64((fraction * Double(size) * 12).rounded(.toNearestOrEven)), times: 1)
  }

  private mutating func add(months value: Int64, times: Int64) throws(Failure) {
    guard value.magnitude < 1 << 40 else { throw .overflow }
    months += value * times
    guard Int32(exactly: months) != nil else { throw .overflow }
  }

  private mutating func add(days value: Int64, times: Int64) throws(Failure) {
    guard value.magnitude < 1 << 40 else { throw .overflow }
    days += value * times
    guard Int32(exactly: days) != nil else { throw .overflow }
  }

  /// A part of a day goes on to the time.
  private mutating func addDays(_ number: Double) throws(Failure) {
    let whole = number.rounded(.towardZero)
    try add(days: Int64(whole), times: 1)
    try add(0, number - whole, microseconds: CivilTime.microsecondsPerDay)
  }

  private mutating func add(
    _ value: Int64, _ fraction: Double, microseconds size: Int64
  ) throws(Failure) {
    let product = value.multipliedReportingOverflow(by: size)
    var sum = microseconds.addingReportingOverflow(product.partialValue)
    guard !product.overflow, !sum.overflow else { throw .overflow }
    let exact = fraction * Double(size)
    var whole = Int64(exact)
    let rest = exact - Double(whole)
    whole += rest > 0.5 ? 1 : rest < -0.5 ? -1 : 0
    sum = sum.partialValue.addingReportingOverflow(whole)
    guard !sum.overflow else { throw .overflow }
    microseconds = sum.partialValue
  }

  /// `hh:mm[:ss[.ffffff]]`; two parts are minutes and seconds where there is a fraction, or where
  /// the type says so. Source: `DecodeTimeCommon()`.
  private mutating func addClock(_ text: Substring, isNegative: Bool) throws(Failure) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { throw .badFormat }
    let last = parts[parts.count - 1]
    let point = last.firstIndex(of: ".") ?? last.endIndex
    var values: [Int64] = []
    for part in parts.dropLast() + [last[..<point]] {
      guard part.utf8.allSatisfy(\.isDigit) else { throw .badFormat }
      guard part.utf8.count < 20, let value = part.isEmpty ? 0 : Int64(part) else {
        throw .overflow
      }
      values.append(value)
    }
    var fraction: Int64 = 0
    if point < last.endIndex {
      guard let read = try? DateTimeReader.microseconds(last[point...]) else { throw .badFormat }
      fraction = read
    }
    if values.count == 2 {
      let isMinutes = point < last.endIndex || range == .minuteToSecond
      values = isMinutes ? [0] + values : values + [0]
    }
    guard values[1] < 60, values[2] <= 60, fraction <= 1_000_000 else { throw .overflow }
    let hours = values[0].multipliedReportingOverflow(by: 3_600_000_000)
    let rest = (values[1] * 60 + values[2]) * 1_000_000 + fraction
    let sum = hours.partialValue.addingReportingOverflow(rest)
    guard !hours.overflow, !sum.overflow else { throw .overflow }
    let total = microseconds.addingReportingOverflow(
      isNegative ? -sum.partialValue : sum.partialValue)
    guard !total.overflow else { throw .overflow }
    microseconds = total.partialValue
  }

  private static let units: [String: Unit] = {
    let names: [(Unit, [String])] = [
      (.microsecond, ["us", "usec", "usecond", "useconds", "usecs", "microsecon"]),
      (.millisecond, ["ms", "msec", "msecond", "mseconds", "msecs", "millisecon"]),
      (.second, ["s", "sec", "second", "seconds", "secs"]),
      (.minute, ["m", "min", "mins", "minute", "minutes"]),
      (.hour, ["h", "hour", "hours", "hr", "hrs"]), (.day, ["d", "day", "days"]),
      (.week, ["w", "week", "weeks"]), (.month, ["mon", "mons", "month", "months"]),
      (.year, ["y", "year", "years", "yr", "yrs"]),
      (.decade, ["dec", "decade", "decades", "decs"]),
      (.century, ["c", "cent", "century", "centuries"]),
      (.millennium, ["mil", "mils", "millennia", "millennium"]),
    ]
    var units: [String: Unit] = [:]
    for (unit, spellings) in names { for name in spellings { units[name] = unit } }
    return units
  }()
}
