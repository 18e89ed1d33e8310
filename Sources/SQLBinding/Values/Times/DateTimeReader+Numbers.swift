/// Numbers whose place tells what they are.
extension DateTimeReader {
  /// `hh:mm[:ss[.ffffff]]`. Source: `DecodeTime()`.
  mutating func clock(_ text: String) throws(Failure) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { throw .badFormat }
    func integer(_ part: Substring) throws(Failure) -> Int64 {
      guard part.utf8.allSatisfy(\.isDigit) else { throw .badFormat }
      guard part.utf8.count < 12, let value = part.isEmpty ? 0 : Int64(part),
        value <= Int64(Int32.max)
      else { throw .overflow }
      return value
    }
    hour = try integer(parts[0])
    let last = parts[parts.count - 1]
    let point = last.firstIndex(of: ".") ?? last.endIndex
    var fraction: Int64 = 0
    if point < last.endIndex { fraction = try Self.microseconds(last[point...]) }
    if parts.count == 3 {
      minute = try integer(parts[1])
      second = try integer(last[..<point])
    } else if point < last.endIndex {
      // Minutes and seconds.
      (minute, second) = (hour, try integer(last[..<point]))
      hour = 0
    } else {
      (minute, second) = (try integer(last), 0)
    }
    microsecond = fraction
    guard minute < 60, second <= 60, fraction <= 1_000_000 else { throw .overflow }
    if !known.contains(.time), hour > 24 || hour == 24 && (minute > 0 || second > 0) {
      throw .overflow
    }
  }

  /// `.ffffff`, rounded.
  static func microseconds(_ text: Substring) throws(Failure) -> Int64 {
    if text == "." { return 0 }
    guard text.dropFirst().utf8.allSatisfy(\.isDigit), let value = Double("0" + text) else {
      throw .badFormat
    }
    return Int64((value * 1_000_000).rounded(.toNearestOrEven))
  }

  /// Source: `DecodeDate()`.
  mutating func readDate(_ text: String) throws(Failure) -> Mask {
    var parts: [String?] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      rest = rest.drop { !$0.isDigit && !$0.isLetter }
      guard let first = rest.first else { throw .badFormat }
      let part = rest.prefix { first.isDigit ? $0.isDigit : $0.isLetter }
      rest = rest.dropFirst(part.count)
      parts.append(String(Array(part)))
      if !rest.isEmpty { rest.removeFirst() }
    }
    let before = known
    var textMonth = false
    for (index, part) in parts.enumerated() {
      guard let part, part.utf8.first?.isLetter == true else { continue }
      switch DateTimeWord.named(part) {
      case .ignored: continue
      case .month(let value):
        guard !known.contains(.month) else { throw .badFormat }
        month = value
        textMonth = true
        known.insert(.month)
        parts[index] = nil
      default: throw .badFormat
      }
    }
    let outer = hasTextMonth
    hasTextMonth = textMonth
    for part in parts {
      guard let part else { continue }
      let found = try number(part, known)
      guard found.isDisjoint(with: known) else { throw .badFormat }
      known.formUnion(found)
    }
    hasTextMonth = outer
    guard known.subtracting([.dayOfYear, .zone]) == .date else { throw .badFormat }
    let found = known.subtracting(before)
    known = before
    return found.union(.date)
  }

  /// Source: `DecodeNumber()`.
  mutating func number(_ text: String, _ mask: Mask) throws(Failure) -> Mask {
    let digits = text.prefix { $0.isNumber }
    guard !digits.isEmpty else { throw .badFormat }
    guard let value = Int64(digits), value <= Int64(Int32.max) else { throw .overflow }
    if digits.count < text.count {
      guard text[digits.endIndex] == "." else { throw .badFormat }
      if digits.count > 2 { return try numberField(text, mask.union(.date)) }
      microsecond = try Self.microseconds(text[digits.endIndex...])
    }
    let length = text.count
    let dates = mask.intersection(.date)
    if length == 3, dates == .year, (1...366).contains(value) {
      setDayOfYear(value)
      return [.dayOfYear, .month, .day]
    }
    let isYear = length >= 3 || order == .ymd
    switch dates {
    case []:
      if isYear { return setYear(value, length) }
      return order == .dmy ? setDay(value) : setMonth(value)
    case .year: return setMonth(value)
    case .month: return hasTextMonth && isYear ? setYear(value, length) : setDay(value)
    case [.year, .month]:
      if hasTextMonth, length >= 3, hasTwoDigits {
        // What was taken for the year is the day.
        day = year
        year = value
        hasTwoDigits = false
        return .day
      }
      return setDay(value)
    case .day: return setMonth(value)
    case [.month, .day]: return setYear(value, length)
    case .date: return try numberField(text, mask)
    default: throw .badFormat
    }
  }

  private mutating func setYear(_ value: Int64, _ length: Int) -> Mask {
    year = value
    hasTwoDigits = length <= 2
    return .year
  }

  private mutating func setMonth(_ value: Int64) -> Mask {
    month = value
    return .month
  }

  private mutating func setDay(_ value: Int64) -> Mask {
    day = value
    return .day
  }

  /// Digits without marks: `20260102`, `040506.789`. Source: `DecodeNumberField()`.
  mutating func numberField(_ text: String, _ mask: Mask) throws(Failure) -> Mask {
    var digits = text[...]
    if let point = text.firstIndex(of: ".") {
      microsecond = try Self.microseconds(text[point...])
      digits = text[..<point]
    } else if !mask.isSuperset(of: .date), text.count >= 6 {
      let length = text.count
      guard let date = Int64(text), date <= Int64(Int32.max) * 100 else { throw .overflow }
      (year, month, day) = (date / 10000, date / 100 % 100, date % 100)
      if length - 4 == 2 { hasTwoDigits = true }
      return .date
    }
    guard !mask.contains(.time), digits.utf8.allSatisfy(\.isDigit), let value = Int64(digits) else {
      throw .badFormat
    }
    switch digits.count {
    case 6: (hour, minute, second) = (value / 10000, value / 100 % 100, value % 100)
    case 4: (hour, minute, second) = (value / 100, value % 100, 0)
    default: throw .badFormat
    }
    return .time
  }
}
