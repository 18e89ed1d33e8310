/// The parts that a text of a date or time is made of. Source: `ParseDateTime()` in `datetime.c`.
struct DateTimeField {
  enum Kind { case date, time, number, text, zone, special }

  var kind: Kind
  /// Letters in lowercase.
  var text: String

  /// Nil: what no date or time is written like.
  static func split(_ text: String) -> [DateTimeField]? {
    var rest = Array(text.utf8)[...]
    guard rest.count < 150 else { return nil }
    var fields: [DateTimeField] = []
    while let first = rest.first {
      if first.isSpace {
        rest.removeFirst()
        continue
      }
      guard fields.count < 25 else { return nil }
      var word: [UInt8] = []
      if first.isDigit {
        fields.append(DateTimeField(kind: digits(&rest, &word), text: String(word)))
      } else if first == UInt8(ascii: ".") {
        take(&rest, &word, 1)
        take(&rest, &word) { $0.isDigit }
        fields.append(DateTimeField(kind: .number, text: String(word)))
      } else if first.isLetter {
        fields.append(DateTimeField(kind: letters(&rest, &word), text: String(word)))
      } else if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
        take(&rest, &word, 1)
        while rest.first?.isSpace == true { rest.removeFirst() }
        guard let next = rest.first, next.isDigit || next.isLetter else { return nil }
        if next.isDigit {
          take(&rest, &word) {
            $0.isDigit || [UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-")].contains($0)
          }
        } else {
          take(&rest, &word) { $0.isLetter }
        }
        fields.append(
          DateTimeField(kind: next.isDigit ? .zone : .special, text: String(word)))
      } else if (0x21...0x7E).contains(first) {
        rest.removeFirst()
      } else {
        return nil
      }
    }
    return fields
  }

  private static func take(
    _ rest: inout ArraySlice<UInt8>, _ word: inout [UInt8], _ count: Int
  ) {
    word += rest.prefix(count).map(\.lowercased)
    rest = rest.dropFirst(count)
  }

  private static func take(
    _ rest: inout ArraySlice<UInt8>, _ word: inout [UInt8], while holds: (UInt8) -> Bool
  ) {
    while let next = rest.first, holds(next) { take(&rest, &word, 1) }
  }

  private static func digits(_ rest: inout ArraySlice<UInt8>, _ word: inout [UInt8]) -> Kind {
    take(&rest, &word) { $0.isDigit }
    switch rest.first {
    case UInt8(ascii: ":"):
      take(&rest, &word) { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
      return .time
    case UInt8(ascii: "-")?, UInt8(ascii: "/")?, UInt8(ascii: ".")?:
      let mark = rest.first ?? 0
      take(&rest, &word, 1)
      guard rest.first?.isDigit == true else {
        take(&rest, &word) { $0.isDigit || $0.isLetter || $0 == mark }
        return .date
      }
      take(&rest, &word) { $0.isDigit }
      guard rest.first == mark else { return mark == UInt8(ascii: ".") ? .number : .date }
      take(&rest, &word) { $0.isDigit || $0 == mark }
      return .date
    default: return .number
    }
  }

  private static func letters(_ rest: inout ArraySlice<UInt8>, _ word: inout [UInt8]) -> Kind {
    take(&rest, &word) { $0.isLetter }
    let isMark =
      rest.first.map { [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")].contains($0) }
      ?? false
    let isZone =
      (rest.first == UInt8(ascii: "+") || rest.first?.isDigit == true)
      && DateTimeWord.named(String(word)) == nil
    guard isMark || isZone else { return .text }
    repeat {
      take(&rest, &word, 1)
    } while rest.first.map {
      $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/")
        || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":")
        || $0.isDigit || $0.isLetter
    } ?? false
    return .date
  }
}

/// What a word of a date or time means. Source: `datetktbl`.
enum DateTimeWord: Equatable {
  case month(Int64), weekday, morning, afternoon, christian, beforeChrist, ignored
  case infinity, minusInfinity, epoch, now, today, tomorrow, yesterday, midnight
  case daylight, julian, isoTime, unit

  static func named(_ word: String) -> DateTimeWord? {
    // Longer words are cut where the table's are, at ten letters.
    let word = String(word.prefix(10))
    if let index = months.firstIndex(where: { $0.contains(word) }) {
      return .month(Int64(index + 1))
    }
    if weekdays.contains(word) { return .weekday }
    return others[word]
  }

  private static let months: [[String]] = [
    ["jan", "january"], ["feb", "february"], ["mar", "march"], ["apr", "april"], ["may"],
    ["jun", "june"], ["jul", "july"], ["aug", "august"], ["sep", "sept", "september"],
    ["oct", "october"], ["nov", "november"], ["dec", "december"],
  ]

  private static let weekdays: Set<String> = [
    "sun", "sunday", "mon", "monday", "tue", "tues", "tuesday", "wed", "weds", "wednesday", "thu",
    "thur", "thurs", "thursday", "fri", "friday", "sat", "saturday",
  ]

  private static let others: [String: DateTimeWord] = [
    "am": .morning, "pm": .afternoon, "ad": .christian, "bc": .beforeChrist, "at": .ignored,
    "on": .ignored, "infinity": .infinity, "+infinity": .infinity, "-infinity": .minusInfinity,
    "epoch": .epoch, "now": .now, "today": .today, "tomorrow": .tomorrow,
    "yesterday": .yesterday, "allballs": .midnight, "dst": .daylight, "j": .julian,
    "jd": .julian, "julian": .julian, "t": .isoTime, "d": .unit, "dow": .unit, "doy": .unit,
    "h": .unit, "isodow": .unit, "isoyear": .unit, "m": .unit, "mm": .unit, "s": .unit,
    "y": .unit,
  ]
}

extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension String {
  init(_ bytes: [UInt8]) { self = String(decoding: bytes, as: UTF8.self) }
}
