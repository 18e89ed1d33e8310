import AccessModel

/// Reads an interval's text: `1 day 02:00`, `1.5 hours ago`, `P1DT2H`.
///
/// Source: `DecodeInterval()` in `src/backend/utils/adt/datetime.c`; manual, 8.5.4 "Interval
/// Input". Forms that are not sure to be read alike are undecided.
struct IntervalText {
  private let text: String
  private var result = Interval()
  private var seenTime = false

  static func read(_ text: String) throws(EngineFailure) -> Interval {
    var reader = IntervalText(text: text)
    return try reader.interval()
  }

  private var malformed: EngineFailure {
    .postgres(
      PostgresError(
        .invalidDatetimeFormat, "invalid input syntax for type interval: \"\(text)\""))
  }

  private var unmodelled: EngineFailure { .undecided(Undecided("the interval `\(text)`")) }

  private init(text: String) { self.text = text }

  private mutating func interval() throws(EngineFailure) -> Interval {
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
      if text.lowercased().contains("inf") { throw unmodelled }
      throw malformed
    }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw malformed }
    if let first = text.first(where: { $0 != " " }), first == "P" || first == "p" {
      throw unmodelled
    }
    var words = text.lowercased().split(whereSeparator: { $0 == " " || $0 == "\t" })
    if words.first == "@" { words.removeFirst() }
    let isNegated = words.last == "ago"
    if isNegated { words.removeLast() }
    var index = 0
    var tokens: [Substring] = []
    for word in words { tokens += Self.split(word) }
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      if token.contains(":") {
        try addClock(token)
        continue
      }
      let next = index < tokens.count ? tokens[index] : nil
      guard let number = Double(token), token.utf8.allSatisfy({ $0 != UInt8(ascii: "e") }) else {
        throw unmodelled
      }
      if let next, let unit = Self.unit(next) {
        index += 1
        try add(number, unit)
      } else if let next {
        // `1 02:03` is a day and a time.
        guard next.contains(":") else {
          throw next.first?.isLetter == true ? malformed : unmodelled
        }
        try add(number, .days(1))
      } else {
        guard !seenTime else { throw unmodelled }
        try add(number, .microseconds(1_000_000))
      }
    }
    guard isNegated else { return result }
    return Interval(
      months: 0 &- result.months, days: 0 &- result.days,
      microseconds: 0 &- result.microseconds)
  }

  /// `3days` as `3` and `days`.
  private static func split(_ word: Substring) -> [Substring] {
    guard let letter = word.firstIndex(where: \.isLetter), letter > word.startIndex else {
      return [word]
    }
    return [word[..<letter], word[letter...]]
  }

  private enum Unit { case months(Double), days(Double), microseconds(Double) }

  private static func unit(_ word: Substring) -> Unit? {
    switch word {
    case "us", "usec", "usecs", "usecond", "useconds", "microsecond", "microseconds":
      .microseconds(1)
    case "ms", "msec", "msecs", "msecond", "mseconds", "millisecond", "milliseconds", "millisecon":
      .microseconds(1000)
    case "s", "sec", "secs", "second", "seconds": .microseconds(1_000_000)
    case "m", "min", "mins", "minute", "minutes": .microseconds(60_000_000)
    case "h", "hr", "hrs", "hour", "hours": .microseconds(3_600_000_000)
    case "d", "day", "days": .days(1)
    case "w", "week", "weeks": .days(7)
    case "mon", "mons", "month", "months": .months(1)
    case "y", "yr", "yrs", "year", "years": .months(12)
    case "dec", "decs", "decade", "decades": .months(120)
    case "c", "cent", "century", "centuries": .months(1200)
    default: nil
    }
  }

  /// Fractions go on to the next smaller unit: half a month is 15 days.
  private mutating func add(_ number: Double, _ unit: Unit) throws(EngineFailure) {
    guard number.magnitude < 1e6 else {
      guard case .microseconds(let size) = unit, number.magnitude * size < 1e17 else {
        throw unmodelled
      }
      return try add(microseconds: number * size)
    }
    switch unit {
    case .microseconds(let size):
      try add(microseconds: number * size)
      seenTime = true
    case .days(let size):
      let whole = number.rounded(.towardZero)
      let rest = (number - whole) * size
      let days = rest.rounded(.towardZero)
      try add(days: whole * size + days)
      try add(microseconds: (rest - days) * 86_400_000_000)
    case .months(let size):
      let months = number * size
      let whole = months.rounded(.towardZero)
      // Of years only whole months are kept.
      let kept = size > 1 ? months.rounded(.toNearestOrEven) : whole
      let sum = result.months.addingReportingOverflow(Int32(kept))
      guard !sum.overflow else { throw unmodelled }
      result.months = sum.partialValue
      if size == 1, whole != months { try add((months - whole) * 30, .days(1)) }
    }
  }

  private mutating func add(days: Double) throws(EngineFailure) {
    let sum = result.days.addingReportingOverflow(Int32(days))
    guard !sum.overflow else { throw unmodelled }
    result.days = sum.partialValue
  }

  private mutating func add(microseconds: Double) throws(EngineFailure) {
    let sum = result.microseconds.addingReportingOverflow(
      Int64(microseconds.rounded(.toNearestOrEven)))
    guard !sum.overflow, sum.partialValue.magnitude < 1 << 60 else { throw unmodelled }
    result.microseconds = sum.partialValue
  }

  private mutating func addClock(_ token: Substring) throws(EngineFailure) {
    guard !seenTime else { throw unmodelled }
    seenTime = true
    let isNegative = token.first == "-"
    let parts = token.drop { $0 == "-" || $0 == "+" }
      .split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hours = Int64(parts[0]), hours < 1_000_000,
      let minutes = Int64(parts[1]), minutes < 60
    else { throw unmodelled }
    var value = (hours * 60 + minutes) * 60_000_000
    if parts.count == 3 {
      guard let seconds = Double(parts[2]), seconds < 60, seconds >= 0 else { throw unmodelled }
      value += Int64((seconds * 1_000_000).rounded(.toNearestOrEven))
    }
    try add(microseconds: Double(isNegative ? -value : value))
  }
}
